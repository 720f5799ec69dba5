import { formsOf, type QuestionWord } from './words.ts';

/*
 * The words that the rules stand on. Everything else in a question is a topic, a place or a name, and only the
 * catalog's own answers say what it means.
 */
const list = (text: string) => new Set(formsOf(text));

export const lexicon = {
  high: list(
    'highest most largest biggest greatest longest busiest priciest dearest top maximum leading dirtiest rank ranking ranked',
  ),
  low: list('lowest least fewest smallest shortest cheapest cleanest bottom minimum'),
  /** These rank after "which", else they ask for a difference. */
  higher: list('more higher larger bigger greater ahead'),
  lower: list('lower less fewer smaller cheaper cleaner'),
  good: list('best better'),
  bad: list('worst worse'),
  rise: list('rise rose risen rising grow grew grown growth growing increase increased increasing gain gained'),
  fall: list(
    'fall fell fallen falling drop dropped decline declined declining decrease decreased shrink shrank reduced',
  ),
  change: list('change changed changing develop developed development evolve evolved trend'),
  total: list('total sum altogether combined together overall'),
  average: list('average mean typical avg'),
  difference: list('difference gap differ than'),
  compare: list('compare compared comparing comparison versus vs against'),
  choice: list('which who where'),
  each: list('by per each every'),
  greeting: list('hello hi hey howdy shalom greeting morning evening afternoon'),
  thanks: list('thank thanks thx cheer great nice cool perfect ok okay bye goodbye'),
  /** Words that carry no topic. */
  empty: list(`
    a an the this that these those it its they them their he she his her we us our i me my you your
    is are was were be been being am do does did done doing have has had having can could would should will shall may might must
    what how when why whose many much long far often and or but not no nor so if then also too both either neither
    of in on at for to from with within into onto about across among between during since until till through before after
    over under above below up down out off around near as like such only just even still yet again already
    there here all any some several few other another same different various one s t re ve ll d m
    please tell show give find get got let see look know want need help say list explain describe report compute calculate
    prepare write draft compile create produce overview briefing summary dossier profile plan planning research study analysis section
    include cover covering focus expensive pay paid high low big large small popular
    work answer question figure number amount value level result detail statistic data dataset table sample catalog catalogue available exist exists contain
    year time recent recently latest last current currently past previous next now today ago number
    place country city town people thing something anything everything interesting stuff
    happen happened go went come came make made take took use used turn turned keep kept put start end began begin
    good lot very really quite about roughly approximately exactly percent percentage point rate
    which who where three two four five six seven eight nine ten first second half
    wonder wondering think thought believe curious maybe perhaps sure part unit
  `),
};

const operations = [
  lexicon.high,
  lexicon.low,
  lexicon.higher,
  lexicon.lower,
  lexicon.good,
  lexicon.bad,
  lexicon.rise,
  lexicon.fall,
  lexicon.change,
  lexicon.total,
  lexicon.average,
  lexicon.difference,
  lexicon.compare,
  lexicon.choice,
  lexicon.each,
];

/** Whether a word says what to do or nothing at all, rather than what it is about. */
export function isCommon(word: QuestionWord): boolean {
  return (
    isOperation(word) ||
    lexicon.empty.has(word.form) ||
    lexicon.greeting.has(word.form) ||
    lexicon.thanks.has(word.form)
  );
}

export function isOperation(word: QuestionWord): boolean {
  return operations.some((words) => words.has(word.form));
}

export function isNumeric(word: QuestionWord): boolean {
  return /^\p{N}+$/u.test(word.form);
}

/** The words that a question is about: topics, places, names. */
export function contentWords(words: QuestionWord[]): QuestionWord[] {
  return words.filter((word) => !isCommon(word) && !isNumeric(word));
}

export function hasAny(words: QuestionWord[], ...sets: Set<string>[]): boolean {
  return words.some((word) => sets.some((set) => set.has(word.form)));
}
