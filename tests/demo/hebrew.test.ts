import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, type Play, tasksOf } from './play.ts';
import { cell, cells, mean, rowsOf, shown } from './tables.ts';

const rows = rowsOf('public-transport-israel');
const at = (column: string, city: string, year: number) => cell(rows, column, { עיר: city, שנה: year });

test('[G12] a list of places with glued letters becomes one part for each place', async () => {
  const play = await ask('מה היה מספר הנוסעים בירושלים, בתל אביב ובבאר שבע בשנת 2023?');
  assert.deepEqual(
    tasksOf(play).map((args) => (args as { task: string }).task),
    ['בירושלים', 'בתל אביב', 'בבאר שבע'].map((place) => `מה היה מספר הנוסעים ${place} בשנת 2023?`),
  );
  for (const city of ['ירושלים', 'תל אביב', 'באר שבע'])
    assert.ok(play.text.includes(`(${city}, 2023): ${shown(at('נוסעים', city, 2023))} נוסעים`), play.text);
});

test('[G12] the second of two places joined by "and" may have two words', async () => {
  const play = await ask('השווה את הדיוק בחיפה ובתל אביב בשנת 2021');
  assert.deepEqual(
    tasksOf(play).map((args) => (args as { task: string }).task),
    ['השווה את הדיוק בחיפה בשנת 2021', 'השווה את הדיוק בתל אביב בשנת 2021'],
  );
});

test('[G12] changes, differences, averages and rankings are understood and reported in Hebrew', async () => {
  const [from, to] = [at('נוסעים', 'חיפה', 2018), at('נוסעים', 'חיפה', 2023)];
  const three = [2022, 2023, 2024];
  const cases: [question: string, expected: string][] = [
    [
      'איך השתנה מספר הנוסעים בחיפה בין 2018 ל-2023?',
      `מ־${shown(from)} נוסעים בשנת 2018 ל־${shown(to)} נוסעים בשנת 2023`,
    ],
    ['איך השתנה מספר הנוסעים בחיפה מ-2018 עד 2023?', `שינוי של +${shown(to - from)} נוסעים`],
    [
      'מה ההפרש בדיוק בין חיפה לאשדוד ב-2020?',
      `${shown(Math.abs(at('דיוק', 'חיפה', 2020) - at('דיוק', 'אשדוד', 2020)))} נקודות אחוז`,
    ],
    ['מה היה הדיוק הממוצע באילת בשלוש השנים האחרונות?', shown(mean(cells(rows, 'דיוק', { עיר: 'אילת', שנה: three })))],
    ['באיזו שנה היו הכי מעט נוסעים בנתניה?', '2020 עם '],
    ['שלוש הערים עם הכי הרבה קווי אוטובוס ב-2024', '1. תל אביב עם '],
    ['כמה קווים היו בראשון לציון בשנת 2019, ומה היה הדיוק?', `${shown(at('קווים', 'ראשון לציון', 2019))} קווים`],
    ['כמה קווים היו בראשון לציון בשנת 2019, ומה היה הדיוק?', `${shown(at('דיוק', 'ראשון לציון', 2019))}%`],
  ];
  for (const [question, expected] of cases) {
    const { text } = await ask(question);
    assert.ok(text.includes(expected), `${question}\n"${expected}" is missing in:\n${text}`);
  }
});

test('[G12] [G7] follow-ups in Hebrew take over topic, place and year', async () => {
  const steps: [question: string, expected: string][] = [
    ['כמה נוסעים היו בחיפה בשנת 2022?', shown(at('נוסעים', 'חיפה', 2022))],
    ['ובאשדוד?', shown(at('נוסעים', 'אשדוד', 2022))],
    ['ובשנת 2019?', shown(at('נוסעים', 'אשדוד', 2019))],
    ['תודה!', 'בבקשה'],
    ['ומה לגבי ירושלים?', shown(at('נוסעים', 'ירושלים', 2019))],
    ['ומה עם הדיוק?', shown(at('דיוק', 'ירושלים', 2019))],
  ];
  let before: Play['messages'] = [];
  for (const [question, expected] of steps) {
    const play = await ask(question, { before });
    assert.ok(play.text.includes(expected), `${question}: ${play.text}`);
    before = play.messages;
  }
});

test('[G12] [G6] missing data of the Hebrew table is reported in Hebrew, with the available data', async () => {
  const cases: [question: string, words: RegExp][] = [
    ['כמה נוסעים היו בטבריה בשנת 2022?', /אין נתונים על בטבריה.*ירושלים, תל אביב/],
    ['כמה נוסעים היו בחיפה בשנת 2035?', /אין בו נתונים לשנת 2035; הוא מכסה את 2016 עד 2024/],
    ['מה מחיר הבננות?', /אין בקטלוג נתונים על מחיר, הבננות.*חיפשתי.*יש: /],
  ];
  for (const [question, words] of cases) {
    const { text } = await ask(question);
    assert.match(text, words);
    assert.match(text, /^לא הצלחתי לענות/);
  }
});

test('[G12] [G5] greetings and questions about itself are answered in Hebrew', async () => {
  for (const text of ['שלום!', 'מי אתה?', 'תודה רבה']) {
    const play = await ask(text);
    assert.deepEqual(play.calls, [], text);
    assert.match(play.text, /מודל ההדגמה/);
  }
});

test('[G12] the Hebrew table can be used in English too, beside another one', async () => {
  const { text } = await ask('How many bus passengers did Haifa have in 2022, and what was the rent in Oslo in 2022?');
  assert.ok(text.includes(`(חיפה, 2022): ${shown(at('נוסעים', 'חיפה', 2022))}`), text);
  assert.ok(text.includes(`(Oslo, 2022): ${shown(cell(rowsOf('housing'), 'rent', { city: 'Oslo', year: 2022 }))}`));
});
