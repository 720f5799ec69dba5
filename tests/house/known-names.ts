/*
 * Names from before the rules on names. These lists only shrink: nothing is added to them.
 */
const namesIn = (text: string) => text.trim().split(/\s+/);

/** Exported by more than one file. */
export const knownShared = namesIn(`
  Ask Chat ChatPage ChatRow Columns Decision Entry Fact Failure Frame ImportChat Item Json LoadedThread
  LoadedThreads OpenQuestion Operation Outcome Page Piece Row Scene Sending Server Stop Stops Store TaskContext
  TaskRow Tool View Waiting WorkspaceChanges argsHashOf asking bad checkVersion deleteChat entriesOf exportChat
  importChat link listChats listDamagedSettings migrate migrations pageOf readTree refused removeDamagedSetting
  search send signIn tasksOf toStoreError verify writeBatch
`);

/** Exported names and file names with a retired word. */
export const knownRetired = namesIn(`
  AgentWish ImportWish PostOffice RecordWish SearchWish Wishes amountWords contentWords imported-words.ts
  importedWords inWords lapsedWords placeWords problemWords readWords rootWords steeringWords task-words.ts
  taskWords unknownWords verdictWords wishes-to.ts wishesTo words.ts wordsIn wordsOf
`);
