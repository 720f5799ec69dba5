import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chartsOf, checkChart } from './chart-check.ts';
import { ask, type Play, tasksOf } from './play.ts';
import { cell, rowsOf, shown } from './tables.ts';

test('[G11] each question goes to the agent that it needs', async () => {
  const cases: [question: string, agents: string[]][] = [
    ['What was the rent in Oslo in 2022?', ['researcher']],
    ['Which country had the most tourist arrivals in 2022?', ['analyst']],
    ['How did rents in Oslo change since 2019?', ['analyst']],
    ['What data is there about schools?', ['explorer']],
    ['Which cities does the air quality data cover?', ['explorer']],
    ['Prepare a report on rents in Oslo since 2019.', ['planner']],
    ['Summary of tourism in Spain', ['planner']],
    ['Plan a comparison of rents and recycling in Oslo and Berlin', ['planner']],
    ['Write me a poem about trains', ['general']],
    ['Why did PM2.5 fall in Oslo?', ['general']],
    ['Write a briefing on tourism in Spain. What was the rent in Oslo in 2022?', ['planner', 'researcher']],
    ['אילו נתונים יש על תחבורה ציבורית?', ['explorer']],
    ['הכן דוח על תחבורה ציבורית בחיפה', ['planner']],
    ['מה היה מספר הנוסעים בחיפה בשנת 2022?', ['researcher']],
    ['באיזו עיר היו הכי הרבה נוסעים ב-2022?', ['analyst']],
  ];
  for (const [question, agents] of cases) {
    const play = await ask(question, { depth: 1 });
    assert.deepEqual(sentBy(play, 'Orchestrator'), agents, question);
  }
});

const report = 'Prepare a report on electric cars and energy prices in Norway and Germany since 2019.';

test('[G11] where tasks may nest the planner delegates to researchers and analysts, all in one step', async () => {
  const play = await ask(report, { depth: 2 });
  assert.deepEqual(sentBy(play, 'Orchestrator'), ['planner']);
  const sent = sentBy(play, 'Planner');
  assert.ok(sent.includes('researcher') && sent.includes('analyst'), sent.join());
  assert.ok(play.calls.filter(({ name }) => name === 'queryDataset').every(({ path }) => path.length === 3));
  checkReport(play);
});

test('[G11] at the depth limit the planner writes the same report alone', async () => {
  const play = await ask(report, { depth: 1 });
  assert.deepEqual(tasksOf(play).length, 1);
  assert.ok(play.calls.filter(({ name }) => name === 'queryDataset').every(({ agent }) => agent === 'Planner'));
  checkReport(play);
  assert.equal(play.text, (await ask(report, { depth: 2 })).text);
});

function checkReport(play: Play): void {
  for (const country of ['Norway', 'Germany']) {
    const cars = cell(rowsOf('electric-cars'), 'new_registrations', { country, year: 2024 });
    const price = cell(rowsOf('energy-prices'), 'price', { country, fuel: 'Electricity', year: 2019 });
    assert.ok(play.text.includes(`${shown(cars)} cars in 2024`), play.text);
    assert.ok(play.text.includes(`${shown(price)} ct/kWh in 2019`), play.text);
  }
  assert.match(play.text, /^# Report: electric cars and energy prices/);
  assert.match(play.text, /## Electric cars by country and year\n- /);
  const charts = chartsOf(play);
  assert.deepEqual(
    charts.map(({ kind }) => kind),
    ['line', 'line', 'bar'],
  );
  for (const chart of charts) checkChart(chart);
}

test('[G11] a report names missing years, and one on a subject that no table has is refused with the available ones', async () => {
  const early = await ask('Prepare a report on rents in Oslo since 2001.');
  assert.match(early.text, /no data for 2001\. It covers 2015 to 2024/);
  const { text } = await ask('Prepare a report on volcanoes.');
  assert.match(
    text,
    /^I could not answer .*doesn't cover volcanoes\. I searched for "volcanoes"\. Available datasets: Air quality/,
  );
});

test('[G11] [G6] a report on a place that no table has is refused, and one that some have names the missing tables', async () => {
  const none = await ask('Prepare a report on electric cars in Japan.');
  assert.match(
    none.text,
    /^I could not answer .*doesn't cover Japan\. "Electric cars by country and year" covers Norway/,
  );
  const some = await ask('Prepare a report on electric cars in Japan and Norway.');
  assert.match(some.text, /Note: The demo data doesn't cover Japan\./);
  assert.match(some.text, /New electric car registrations \(Norway\)/);
});

test('[G11] a part of a report that fails is named in it', async () => {
  const play = await ask('Prepare a report on rents in Oslo since 2019.', {
    instead: (name, args) =>
      name === 'newTask' && JSON.stringify(args).includes('Which city')
        ? new Error('The limit was reached.')
        : undefined,
  });
  assert.match(
    play.text,
    /could not answer "Which city had the highest monthly rent in 2024\?": The limit was reached\./,
  );
  assert.ok(play.text.includes(shown(cell(rowsOf('housing'), 'rent', { city: 'Oslo', year: 2019 }))));
});

test('[G11] the explorer lists the data, with units, places and years, and reads no values', async () => {
  const play = await ask('What data do you have about housing?');
  assert.match(
    play.text,
    /Housing by city and year: Monthly rent \(EUR\/m²\).*city: Oslo, Bergen.*\(13\); 2015–2024; sample data/,
  );
  assert.ok(play.calls.every(({ name }) => name !== 'queryDataset'));
  const all = await ask('Which datasets are there?');
  assert.equal(all.text.match(/sample data/g)?.length, 10);
  const none = await ask('What data is there about volcanoes?');
  assert.match(none.text, /doesn't cover volcanoes.*Available datasets: Air quality/);
  const place = await ask('What data is there about Lyon?');
  assert.match(place.text, /Air quality[\s\S]*Housing/);
});

test('[G9] developments over years are drawn as lines, rankings and comparisons as bars, single values not at all', async () => {
  const cases: [question: string, kinds: string[]][] = [
    ['How did rents in Oslo, Paris and Lyon change since 2019?', ['line']],
    ['Which city had the highest rent in 2022?', ['bar']],
    ['Which country had the largest rise in tourist arrivals between 2020 and 2022?', ['bar']],
    ['What was the rent in Oslo, Paris and Lyon in 2022?', ['bar']],
    ['What was the rent in Oslo in 2022?', []],
    ['How did rents in Oslo and library visits in Cork change since 2019?', ['line', 'line']],
  ];
  for (const [question, kinds] of cases) {
    const charts = chartsOf(await ask(question));
    assert.deepEqual(
      charts.map(({ kind }) => kind),
      kinds,
      question,
    );
    for (const chart of charts) checkChart(chart);
  }
  const [lines] = chartsOf(await ask('How did rents in Oslo, Paris and Lyon change since 2019?'));
  assert.deepEqual(
    lines?.series.map(({ name }) => name),
    ['Oslo', 'Paris', 'Lyon'],
  );
});

test('[G9] a failed drawing does not hold back the answer, and nothing is drawn twice', async () => {
  const play = await ask('Which city had the highest rent in 2022?', {
    instead: (name) => (name === 'displayBarChart' ? new Error('no pencil') : undefined),
  });
  assert.equal(play.calls.filter(({ name }) => name === 'displayBarChart').length, 1);
  assert.match(play.text, /^Highest monthly rent \(2022\): Paris/);
});

test('[G9] an agent without drawing tools at the root of a chat gives the figures as a table', async () => {
  const { text } = await ask('Which city had the highest rent in 2022?', { agent: 'analyst' });
  assert.match(text, /\*\*Monthly rent\*\* · EUR\/m²\n\| city \| 2022 \|\n\| --- \| --- \|\n\| Paris \| /);
});

test('[G8] every agent can be at the root of a chat', async () => {
  const question = 'Which city had the highest rent in 2022?';
  for (const agent of ['analyst', 'general', 'planner']) {
    const { text } = await ask(question, { agent });
    assert.match(text, /^Highest monthly rent \(2022\): Paris[\s\S]*built-in demo model/, agent);
  }
  assert.equal(chartsOf(await ask(question, { agent: 'general' })).length, 1);
  const planned = await ask(report, { agent: 'planner' });
  assert.ok(sentBy(planned, 'Planner').length > 3);
  assert.match(planned.text, /^# Report: /);
  assert.match((await ask('libraries', { agent: 'explorer' })).text, /^Public libraries by city and year: /);
});

test('[G5] [D11.1] an unclear question is asked back with the available topics, and the choice is answered', async () => {
  const play = await ask('Which is better?', { answers: ['Housing by city and year'] });
  const asked = play.calls.find(({ name }) => name === 'askUser')?.args as { options: string[] };
  assert.equal(asked.options.length, 10);
  assert.ok(asked.options.includes('Housing by city and year'));
  const [lowest] = rowsOf('housing')
    .filter(({ year }) => year === 2024)
    .sort((left, right) => Number(left.rent) - Number(right.rent));
  assert.ok(play.text.startsWith(`Lowest monthly rent (2024): ${lowest?.city} with ${lowest?.rent}`), play.text);
  const hebrew = await ask('מה הכי טוב?', { answers: ['תחבורה ציבורית לפי עיר ושנה'] });
  assert.match(JSON.stringify(hebrew.calls.find(({ name }) => name === 'askUser')?.args), /מה תרצו לדעת/);
  assert.match(hebrew.text, /^נוסעים, הגבוה ביותר \(2024\): תל אביב/);
});

function sentBy(play: Play, agent: string): string[] {
  return play.calls
    .filter((call) => call.agent === agent && call.name === 'newTask')
    .map(({ args }) => (args as { subAgentId: string }).subAgentId.replace('agt_', ''));
}
