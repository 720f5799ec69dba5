import meanings from './glossary.json' with { type: 'json' };

/*
 * The glossary has the Hebrew command words by the English words that the rules know; "the" stands for words without a
 * topic. Topics and names are not in it: only a table defines them.
 */

/**
 * A question with its command words in English and its topics and names as they are:
 * "באיזו עיר היו הכי הרבה נוסעים בשנת 2022" becomes "in which city the most most נוסעים in 2022".
 */
export function inEnglish(text: string): string {
  if (!/[א-ת]/.test(text)) return text;
  const timed = times.reduce((rest, [pattern, english]) => rest.replace(pattern, english), text.normalize('NFC'));
  return timed.replace(hebrewWord, (word) => steeringWords(word) ?? word);
}

/** The English meaning of a word; null for a topic or a name. */
export function steeringWords(word: string): string | null {
  const plain = word.replace(/['"׳״]/g, '');
  const known = glossary.get(plain);
  if (known !== undefined) return known;
  const front = /^[והבלמשכ]{1,3}/.exec(plain)?.[0] ?? '';
  for (let length = 1; length <= front.length; length += 1) {
    const meaning = glossary.get(plain.slice(length));
    if (meaning === undefined) continue;
    return [...Array.from(front.slice(0, length), (letter) => prefixes[letter] ?? ''), meaning].join(' ');
  }
  return null;
}

const hebrewWord = /[א-ת](?:[א-ת]|['"׳״](?=[א-ת]))*/g;
const year = '((?:19|20)\\d\\d)';
const ofYear = '(?:שנת |השנים |שנה )?';
/** Not in the middle of a word. */
const begin = '(?<![א-ת])';

const times: [pattern: RegExp, english: string][] = [
  [
    new RegExp(`${begin}ו?בין ${ofYear}${year}\\s*(?:לבין |ועד |עד |ל-?|ו-?|[-–—])\\s*${ofYear}${year}`, 'g'),
    'between $1 and $2',
  ],
  [new RegExp(`${begin}ו?מ-?${ofYear}${year}\\s*(?:ועד |עד |ל-?)\\s*${ofYear}${year}`, 'g'), 'from $1 to $2'],
  [new RegExp(`${begin}(?:מאז|החל מ)[ -]?${ofYear}${year}`, 'g'), 'since $1'],
  [new RegExp(`${begin}עד ${ofYear}${year}`, 'g'), 'until $1'],
  [new RegExp(`${begin}אחרי ${ofYear}${year}`, 'g'), 'after $1'],
  [new RegExp(`${begin}לפני ${ofYear}${year}`, 'g'), 'before $1'],
  [new RegExp(`${begin}ו?ב?-?(\\d+) השנים האחרונות`, 'g'), 'last $1 years'],
  [new RegExp(`${begin}ו?ב?שלוש השנים האחרונות`, 'g'), 'last three years'],
  [new RegExp(`${begin}ו?ב?חמש השנים האחרונות`, 'g'), 'last five years'],
  [new RegExp(`${begin}(?:לאורך|במשך) (?:השנים|זמן|הזמן|כל השנים)`, 'g'), 'over the years'],
  [new RegExp(`${begin}(?:ב|ל)?(?:כל|לפי|מדי) שנה`, 'g'), 'each year'],
  [new RegExp(`${begin}ו?ב(?:שנת |שנה |שנים )?-?${year}`, 'g'), 'in $1'],
  [new RegExp(`${begin}ו?ל-?${year}`, 'g'), 'and $1'],
  [new RegExp(`${begin}ו-?${year}`, 'g'), 'and $1'],
];

/** The first meaning of a word counts. */
const glossary = new Map(
  Object.entries(meanings)
    .reverse()
    .flatMap(([english, hebrew]) => hebrew.split(' ').map((word) => [word, english] as const)),
);

/** Letters that are glued to the front of a word. */
const prefixes: Record<string, string> = { ו: 'and', ב: 'in', ל: 'to', מ: 'from', ה: 'the', ש: 'that', כ: 'as' };
