/*
 * Names from before the rules on names. These lists only shrink: nothing is added to them.
 */
const namesIn = (text: string) => text.trim().split(/\s+/);

/** Exported by more than one file. */
export const knownShared = namesIn(`
  Answer Ask BudgetDraft Chat ChatPage ChatRow Column Columns Decision Entry Fact Failure Frame ImportChat Json
  Limits LoadedThread MessageRow ModelChoice Note Notice Notices Outcome Pace Page Piece Reading Row Scene
  Section Sending Server Span Stop Stops Store SubAgent TaskRow Tool Tools Value View Waiting Wish Word Work
  WorkspaceChanges argsHashOf asking bad call checkVersion deleteChat exportChat findThread importChat link
  migrate migrations outcomeOf pageOf rateWords readTree refused say send tasksOf
  toStoreError wishOf writeBatch
`);

/** Exported names and file names with a retired word. */
export const knownRetired = namesIn(`
  AgentWish ChatWish DemoPace DoorSettings DraftPace House ImportWish Office Pace Porch PostOffice ProblemWords
  RecordWish RowWords SearchWish Wish Wishes YearWish agoWords amountWords approval-words.ts contentWords
  costWords countWords createDoor door.ts draft-pace.ts elapsedWords house.ts imported-words.ts importedWords
  in-http-words.ts inHttpWords inWords kindWords lapseWords lapsedWords longestText moneyWords office.ts pace.ts
  patiently patiently.ts placeWords problemWords rateWords reachWords readWish readWords recordWishOf
  report-words.ts rootWords row-words.tsx ruleWords steeringWords stoppedWords systemWords task-words.ts
  taskWords timeWords tokenWords unknownWords usageWords usePriceWishes useRetryWords useWebhookWishes
  verdictWords wish.ts wishOf wishes-to.ts wishesTo words.ts wordsIn wordsOf wordsOfError wordsOfValue
`);
