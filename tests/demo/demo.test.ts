import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, type Play, tasksOf } from './play.ts';
import { cell, cells, growth, mean, ranked, rowsOf, shown, sum, topOf } from './tables.ts';

/*
 * Every expected number is computed here, straight from the tables.
 */
const cars = rowsOf('electric-cars');
const air = rowsOf('air-quality');
const energy = rowsOf('energy-prices');
const libraries = rowsOf('library-use');
const waste = rowsOf('household-waste');

const questions: [question: string, expected: string[]][] = [
  [
    'How did electric car registrations change between 2019 and 2023 in Norway and Germany?',
    ['Norway', 'Germany'].flatMap((country) => {
      const [from, to] = [
        cell(cars, 'new_registrations', { country, year: 2019 }),
        cell(cars, 'new_registrations', { country, year: 2023 }),
      ];
      return [
        `${shown(from)} cars in 2019`,
        `${shown(to)} cars in 2023`,
        `+${shown(to - from)} cars`,
        `+${shown(((to - from) / from) * 100, 1)}%`,
      ];
    }),
  ],
  ['Which city had the highest NO2 in 2022?', topOf(air, 'city', 'no2', { year: 2022 })],
  ['Which city had the lowest PM2.5 in 2019?', topOf(air, 'city', 'pm25', { year: 2019 }, -1)],
  [
    'Which German city has the cleanest air in 2023?',
    topOf(air, 'city', 'pm25', { year: 2023, country: 'Germany' }, -1),
  ],
  [
    'Which country had the most expensive electricity in 2022?',
    topOf(energy, 'country', 'price', { year: 2022, fuel: 'Electricity' }),
  ],
  [
    'Which is cheaper for gas in 2021, France or Poland?',
    topOf(energy, 'country', 'price', { year: 2021, fuel: 'Natural gas', country: ['France', 'Poland'] }, -1),
  ],
  [
    'In which year did Leeds have the fewest library visits?',
    topOf(libraries, 'year', 'visits', { city: 'Leeds' }, -1),
  ],
  ['What was the total number of library visits in 2023?', [shown(sum(cells(libraries, 'visits', { year: 2023 })))]],
  [
    'Total loans in Leeds and Bristol between 2019 and 2022',
    [shown(sum(cells(libraries, 'loans', { city: ['Leeds', 'Bristol'], year: [2019, 2020, 2021, 2022] })))],
  ],
  [
    'Sum of digital loans in Cork over the last 3 years',
    [shown(sum(cells(libraries, 'digital_loans', { city: 'Cork', year: [2022, 2023, 2024] })))],
  ],
  [
    'average PM2.5 in Oslo between 2019 and 2022',
    [shown(mean(cells(air, 'pm25', { city: 'Oslo', year: [2019, 2020, 2021, 2022] })))],
  ],
  [
    'What is the mean recycling rate across all cities in 2020?',
    [shown(mean(cells(waste, 'recycling_rate', { year: 2020 })))],
  ],
  [
    'Compare the electricity price and the gas price in Germany in 2022',
    [
      `${shown(cell(energy, 'price', { country: 'Germany', fuel: 'Electricity', year: 2022 }))} ct/kWh`,
      `${shown(cell(energy, 'price', { country: 'Germany', fuel: 'Natural gas', year: 2022 }))} ct/kWh`,
    ],
  ],
  [
    'How much more waste per person did Lisbon have than Oslo in 2020?',
    [
      `${shown(cell(waste, 'waste_per_person', { city: 'Lisbon', year: 2020 }) - cell(waste, 'waste_per_person', { city: 'Oslo', year: 2020 }))} kg`,
    ],
  ],
  [
    'compare norway and germany electric car share in 2022',
    [
      `${shown(cell(cars, 'share_of_new_cars', { country: 'Norway', year: 2022 }) - cell(cars, 'share_of_new_cars', { country: 'Germany', year: 2022 }))} percentage points`,
    ],
  ],
  [
    'How do Oslo, Paris and Milan compare on recycling in 2023?',
    ['Oslo', 'Paris', 'Milan'].map(
      (city) => `(${city}, 2023): ${shown(cell(waste, 'recycling_rate', { city, year: 2023 }))}%`,
    ),
  ],
  [
    'Compare library visits in Leeds with electricity prices in Norway in 2023.',
    [
      `${shown(cell(libraries, 'visits', { city: 'Leeds', year: 2023 }))} visits`,
      `${shown(cell(energy, 'price', { country: 'Norway', fuel: 'Electricity', year: 2023 }))} ct/kWh`,
    ],
  ],
  [
    'What were library visits and electricity prices in 2022?',
    [
      shown(sum(cells(libraries, 'visits', { year: 2022 }))),
      shown(mean(cells(energy, 'price', { fuel: 'Electricity', year: 2022 }))),
    ],
  ],
  [
    'Top 3 cities by recycling rate in 2024',
    ranked(waste, 'city', 'recycling_rate', { year: 2024 })
      .slice(0, 3)
      .map(({ name, value }) => `${name} with ${shown(value)}%`),
  ],
  [
    'Rank the countries by gas price in 2023',
    ranked(energy, 'country', 'price', { year: 2023, fuel: 'Natural gas' }).map(
      ({ name, value }) => `${name} with ${shown(value)} ct/kWh`,
    ),
  ],
  [
    "Which country's share of electric cars grew the most between 2019 and 2023?",
    growth(cars, 'country', 'share_of_new_cars', 2019, 2023),
  ],
  [
    'How many books were borrowed in Glasgow in 2020 compared with 2019?',
    [2019, 2020].map((year) => `${shown(cell(libraries, 'loans', { city: 'Glasgow', year }))} loans in ${year}`),
  ],
  [
    'air quality in Norway in 2021',
    [
      shown(mean(cells(air, 'pm25', { country: 'Norway', year: 2021 }))),
      shown(sum(cells(air, 'days_over_limit', { country: 'Norway', year: 2021 }))),
    ],
  ],
  [
    'How many charging points are there in Denmark?',
    [`(Denmark, 2024): ${shown(cell(cars, 'charging_points', { country: 'Denmark', year: 2024 }))}`],
  ],
  [
    'Which five countries have the most charging points?',
    ranked(cars, 'country', 'charging_points', { year: 2024 })
      .slice(0, 5)
      .map(({ name, value }) => `${name} with ${shown(value)}`),
  ],
  [
    'List library visits in Galway for each year',
    cells(libraries, 'visits', { city: 'Galway' }).map((value) => shown(value)),
  ],
  ['What is (12 + 30) * 4 / 7?', ['= 24']],
];

for (const [question, expected] of questions) {
  test(`[G4] "${question}" is answered with the numbers of the tables`, async () => {
    const { text } = await ask(question);
    assert.ok(expected.length > 0);
    for (const words of expected) assert.ok(text.includes(words), `"${words}" is missing in:\n${text}`);
    assert.doesNotMatch(text, /undefined|NaN|could not/);
  });
}

test('[G2] the parts are delegated in one step, lookups to the researcher and sums to the analyst', async () => {
  const play = await ask('What were the library visits in Leeds in 2022? Which city had the highest NO2 in 2022?');
  assert.deepEqual(tasksOf(play), [
    { task: 'What were the library visits in Leeds in 2022?', subAgentId: 'agt_researcher' },
    { task: 'Which city had the highest NO2 in 2022?', subAgentId: 'agt_analyst' },
  ]);
  const said = play.messages.find(({ role }) => role === 'assistant');
  assert.ok(said?.role === 'assistant' && said.parts[0]?.type === 'text' && said.parts.length === 3);
  assert.match(play.text, /built-in demo model/);
  assert.match(play.text, /Sources: .*library-use.*air-quality/);
});

test('[G2] a question of one part is delegated too, and its child searches, reads, queries and calculates', async () => {
  const play = await ask('How did library visits in Cork change between 2019 and 2021?');
  assert.deepEqual(
    play.calls.map(({ agent, name }) => `${agent} ${name}`),
    [
      'Orchestrator newTask',
      'Analyst searchDatasets',
      'Analyst getDatasetDetails',
      'Analyst queryDataset',
      'Analyst calculate',
      'Analyst calculate',
      'Orchestrator displayLineChart',
      'Orchestrator suggestFollowUps',
    ],
  );
  assert.ok(play.calls.every(({ failed }) => !failed));
});

test('[G5] small talk and questions about itself are answered without delegating', async () => {
  for (const text of ['Hello!', 'good morning', 'Thanks a lot', 'Who are you?', 'What can you do?']) {
    const play = await ask(text);
    assert.deepEqual(play.calls, [], text);
    assert.match(play.text, /demo model/);
  }
});

test('[G5] [D11.1] an unclear question is asked back once, and the answer is used', async () => {
  const play = await ask('Which is better?', { answers: ['electric car share of Norway or Germany in 2022'] });
  assert.deepEqual(
    play.calls.slice(0, 3).map(({ name }) => name),
    ['listDatasets', 'askUser', 'newTask'],
  );
  assert.match(
    play.text,
    new RegExp(`Norway with ${shown(cell(cars, 'share_of_new_cars', { country: 'Norway', year: 2022 }))}%`),
  );
  const lost = await ask('help me', { answers: ['just help'] });
  assert.equal(lost.calls.length, 2);
  assert.match(lost.text, /could not tell what to look for/);
});

test('[G5] [D11.1] the clear parts of an unclear question are kept with its answer', async () => {
  const { text } = await ask('What about 2022?', { answers: ['NO2 in Paris'] });
  assert.ok(text.startsWith(`NO2 (Paris, 2022): ${shown(cell(air, 'no2', { city: 'Paris', year: 2022 }))}`), text);
});

test('[G5] [D11] a child asks when two tables fit equally well', async () => {
  const play = await ask('Environment in Oslo in 2022', { answers: ['Household waste by city and year'] });
  assert.deepEqual(play.calls.find(({ name }) => name === 'askUser')?.agent, 'Researcher');
  assert.ok(play.text.includes(shown(cell(waste, 'recycling_rate', { city: 'Oslo', year: 2022 }))));
});

test('[G6] missing data is reported plainly, and never replaced by other numbers', async () => {
  const cases: [string, RegExp][] = [
    ['How many electric cars were sold in Japan in 2022?', /doesn't cover Japan.*Norway/],
    ['electric car share in Norway in 2035', /no data for 2035\. It covers 2018 to 2024/],
    ['What is the capital of France?', /doesn't cover capital/],
    [
      'Write me a poem about cats',
      /doesn't cover poem, cats\. I searched for "poem cats"\. Available datasets: Air quality by city/,
    ],
    ['What was the yearly bill for gas in Norway in 2022?', /no figures for that/],
  ];
  for (const [question, words] of cases) {
    const play = await ask(question);
    assert.match(play.text, words);
    assert.match(play.text, /^I could not answer/);
    assert.equal(play.calls.filter(({ name }) => name === 'newTask').length, 1);
  }
});

test('[G6] a failed part is reported beside the one that succeeded', async () => {
  const { text } = await ask(
    'Which had more charging points in 2022, Norway or Japan? What were the visits in Cork in 2022?',
  );
  assert.match(text, /Note: The demo data doesn't cover Japan/);
  assert.ok(text.includes(shown(cell(libraries, 'visits', { city: 'Cork', year: 2022 }))));
  const failing = await ask('Visits in Leeds and Cork in 2022?', {
    instead: (name, args) =>
      name === 'newTask' && JSON.stringify(args).includes('Cork') ? new Error('The limit was reached.') : undefined,
  });
  assert.ok(failing.text.includes(shown(cell(libraries, 'visits', { city: 'Leeds', year: 2022 }))));
  assert.match(failing.text, /could not answer "Visits in Cork in 2022\?": The limit was reached\./);
});

test('[G6] a tool that fails or returns an unreadable result ends the task with an error', async () => {
  const broken = await ask('Visits in Leeds in 2022', {
    instead: (name) => (name === 'queryDataset' ? new Error('disk on fire') : undefined),
  });
  assert.match(broken.text, /queryDataset failed: disk on fire/);
  const cut = await ask('Visits in Leeds in 2022', {
    instead: (name) => (name === 'getDatasetDetails' ? '{"datasetId": "libr… [cut]' : undefined),
  });
  assert.match(cut.text, /could not read the reply of getDatasetDetails/);
});

test('[G7] follow-ups in a chat take over topic, place and year from the question before', async () => {
  const steps: [string, string][] = [
    [
      'How many electric cars were registered in Norway in 2023?',
      shown(cell(cars, 'new_registrations', { country: 'Norway', year: 2023 })),
    ],
    ['And in Germany?', shown(cell(cars, 'new_registrations', { country: 'Germany', year: 2023 }))],
    ['And in 2020?', shown(cell(cars, 'new_registrations', { country: 'Germany', year: 2020 }))],
    ['thanks!', 'You are welcome'],
    ['What about the charging points?', shown(cell(cars, 'charging_points', { country: 'Germany', year: 2020 }))],
    ['Which city had the highest NO2 in 2022?', topOf(air, 'city', 'no2', { year: 2022 })[0] ?? ''],
    ['And the lowest?', topOf(air, 'city', 'no2', { year: 2022 }, -1)[0] ?? ''],
  ];
  let before: Play['messages'] = [];
  for (const [question, expected] of steps) {
    const play = await ask(question, { before });
    assert.ok(play.text.includes(expected), `${question}: ${play.text}`);
    before = play.messages;
  }
});

test('[G7] a message that arrives while the children run is answered as well as the first', async () => {
  const first = await ask('Visits in Leeds in 2022?');
  const interrupted = first.messages.slice(0, -1);
  const { text } = await ask('And in Cork?', { before: interrupted });
  for (const city of ['Leeds', 'Cork'])
    assert.ok(text.includes(shown(cell(libraries, 'visits', { city, year: 2022 }))), text);
});

test('[G8] a researcher or an analyst at the root of a chat answers in text', async () => {
  const { text, calls } = await ask('Which city had the highest NO2 in 2022?', { agent: 'analyst' });
  assert.ok(text.includes(topOf(air, 'city', 'no2', { year: 2022 })[0] ?? ''));
  assert.match(text, /built-in demo model/);
  assert.ok(calls.every(({ name }) => name !== 'taskResult'));
});
