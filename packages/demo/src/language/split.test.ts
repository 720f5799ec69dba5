import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitRequest } from './split.ts';

test('[G3] a list of places becomes one part for each place', () => {
  assert.deepEqual(
    splitRequest('How did visits change between 2019 and 2023 in Leeds, Cork and the Netherlands?', null),
    [
      'How did visits change between 2019 and 2023 in Leeds?',
      'How did visits change between 2019 and 2023 in Cork?',
      'How did visits change between 2019 and 2023 in Netherlands?',
    ],
  );
});

test('[G3] a question about all places together stays one part', () => {
  for (const question of [
    'Which of Oslo and Paris had the highest NO2 in 2022?',
    'What is the difference in price between Denmark and Poland in 2022?',
    'What were the total visits in Leeds and Bristol?',
    'How much more waste did Lisbon have than Oslo?',
  ]) {
    assert.deepEqual(splitRequest(question, null), [question]);
  }
});

test('[G3] several questions, list items and compared topics are separate parts, each with its place and year', () => {
  const cases: [string, string[]][] = [
    ['Loans in Cork in 2020? PM2.5 in Oslo in 2021?', ['Loans in Cork in 2020?', 'PM2.5 in Oslo in 2021?']],
    [
      'What are loans in Cork and how high is PM2.5 in Oslo in 2021?',
      ['What are loans in Cork in 2021', 'How high is PM2.5 in Oslo in 2021?'],
    ],
    ['Library visits in 2023:\n- Leeds\n- Cork', ['Library visits in 2023 Leeds', 'Library visits in 2023 Cork']],
    [
      'Compare electricity prices and gas prices in Spain in 2022.',
      ['Electricity prices in Spain in 2022', 'Gas prices in Spain in 2022'],
    ],
    ['electric cars in Norway and air quality in Oslo', ['Electric cars in Norway', 'Air quality in Oslo']],
    [
      'How do Oslo and Paris compare on recycling in 2023?',
      ['Recycling in 2023 in Oslo', 'Recycling in 2023 in Paris'],
    ],
  ];
  for (const [question, parts] of cases) assert.deepEqual(splitRequest(question, null), parts);
});

test('[G3] the same part is delegated once, and at most eight are delegated', () => {
  assert.deepEqual(splitRequest('Visits in Cork? Visits in Cork?', null), ['Visits in Cork?']);
  const many = Array.from({ length: 20 }, (_, index) => `visits number ${index} in Cork?`).join(' ');
  assert.equal(splitRequest(many, null).length, 8);
});

test('[G7] a follow-up takes missing parts from the previous question', () => {
  const before = 'How many visits did Leeds have in 2020?';
  const cases: [string, string[]][] = [
    ['And in 2022?', ['How many visits did Leeds have in 2022?']],
    ['And Cork and Galway?', ['How many visits did Cork have in 2020?', 'How many visits did Galway have in 2020?']],
    ['What about the loans?', ['What about the loans in Leeds in 2020']],
    ['PM2.5 in Oslo', ['PM2.5 in Oslo']],
  ];
  for (const [question, parts] of cases) assert.deepEqual(splitRequest(question, before), parts);
});
