import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseQuestion } from '../parsed-question.ts';
import { languageOf, readWords } from '../words.ts';
import { findHebrewPlaces } from './grammar.ts';
import { inEnglish } from './translate.ts';

test('[G12] command words are read in English, topics and names stay as they are', () => {
  assert.equal(inEnglish('באיזו עיר היו הכי הרבה נוסעים בשנת 2022?'), 'in which city the most most נוסעים in 2022?');
  assert.equal(inEnglish('ומה היה הדיוק הממוצע בבאר שבע?'), 'and what the הדיוק the average בבאר שבע?');
  assert.equal(inEnglish('How many visits?'), 'How many visits?');
});

test('[G12] letters that are glued to the front of a word may be removed', () => {
  const [word] = readWords('ובחיפה');
  assert.deepEqual(word?.stems, ['ובחיפה', 'בחיפה', 'חיפה']);
  assert.deepEqual(readWords('Haifa')[0]?.stems, ['haifa']);
});

test('[G12] Hebrew years are read as single years, ranges and last years', () => {
  const cases: [text: string, years: object][] = [
    ['נוסעים בחיפה ב-2022', { kind: 'listed', years: [2022] }],
    ['נוסעים בחיפה בשנים 2019 ו-2021', { kind: 'listed', years: [2019, 2021] }],
    ['נוסעים בחיפה בין 2018 ל-2023', { kind: 'range', from: 2018, to: 2023 }],
    ['נוסעים בחיפה מ-2018 עד 2023', { kind: 'range', from: 2018, to: 2023 }],
    ['נוסעים בחיפה מאז 2019', { kind: 'range', from: 2019, to: null }],
    ['נוסעים בחיפה ב-5 השנים האחרונות', { kind: 'last', count: 5 }],
    ['נוסעים בחיפה לאורך השנים', { kind: 'all' }],
  ];
  for (const [text, years] of cases) assert.deepEqual(parseQuestion(text).years, years, text);
});

test('[G12] places are found by their "in", alone and in lists, and up to their end', () => {
  const cases: [text: string, places: string[][]][] = [
    ['כמה נוסעים היו בחיפה בשנת 2022?', [['בחיפה']]],
    ['נוסעים בירושלים, בתל אביב ובבאר שבע בשנת 2023', [['בירושלים', 'בתל אביב', 'בבאר שבע']]],
    ['הדיוק בראשון לציון ובנתניה היה גבוה', [['בראשון לציון', 'בנתניה']]],
  ];
  for (const [text, places] of cases)
    assert.deepEqual(
      findHebrewPlaces(text).map((list) => list.names),
      places,
      text,
    );
});

test('[G12] a name in another alphabet does not change the language of a question', () => {
  assert.equal(languageOf('How many passengers were there in חיפה?'), 'english');
  assert.equal(languageOf('כמה נוסעים היו לפי Retinue בחיפה?'), 'hebrew');
});
