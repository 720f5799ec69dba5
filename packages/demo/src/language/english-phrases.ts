import type { Phrases } from './phrases.ts';

export const englishPhrases: Phrases = {
  average: (title) => `Average ${small(title)}`,
  total: (title) => `Total ${small(title)}`,
  everywhere: (placeTitle) => `all ${plural(placeTitle)}`,
  percentagePoints: 'percentage points',
  change: ({ name, from, to, change, between }) =>
    `${name}: from ${from.amount} in ${from.year} to ${to.amount} in ${to.year}, a change of ${change}` +
    (between ? `; in between ${between}` : ''),
  ranking: ({ name, isHighest, ofChange, scope, list }) => {
    const [high, low] = ofChange ? ['Largest rise in', 'Largest fall in'] : ['Highest', 'Lowest'];
    return `${isHighest ? high : low} ${small(name)} (${scope}): ${list}`;
  },
  entry: (name, amount) => `${name} with ${amount}`,
  fromTo: (from, to) => `from ${from} to ${to}`,
  levelWith: (names) => `, level with ${names.join(' and ')}`,
  next: (entries) => `; next ${entries.join(', ')}`,
  difference: (title, gap, higher) => `Difference in ${small(title)}: ${gap}, and ${higher} is the higher one`,
  noDifference: (title) => `Difference in ${small(title)}: none`,
  higherOf: (count, name, gap, other) =>
    `The ${count > 2 ? 'highest' : 'higher'} one is ${name}: ${gap} more than ${other}.`,
  equalHighest: (one, other) => `The highest two are equal: ${one} and ${other}.`,
  list: (names) => names.join(' and '),
  note: (words) => `Note: ${words}`,
  source: (title, datasetId) => `${title} (${datasetId}), sample data`,
  sources: (list) => `${list.length > 1 ? 'Sources' : 'Source'}: ${list.join('; ')}.`,

  askHighest: (placeTitle, measure, year) =>
    `Which ${placeTitle} had the ${isPlural(measure) ? 'most' : 'highest'} ${small(measure)} in ${year}?`,
  askChange: (measure, place, first, last) =>
    `How did the ${small(measure)}${place ? ` in ${place}` : ''} change between ${first} and ${last}?`,
  askValue: (measure, place, year) =>
    `What ${isPlural(measure) ? 'were' : 'was'} the ${small(measure)}${place ? ` in ${place}` : ''} in ${year}?`,
  askWhatThereIs: (topic) => `What data is there about ${small(topic)}?`,

  describe: ({ title, measures, places, years }) =>
    `${title}: ${[measures.join(', '), places, years, 'sample data'].filter(Boolean).join('; ')}`,

  nothingAbout: (words) => `The demo data doesn't cover ${words.join(', ')}.`,
  searchedFor: (query) => `I searched for "${query}".`,
  available: (titles) => `Available datasets: ${titles.join('; ')}.`,
  noPlace: (names, tables) => `The demo data doesn't cover ${names.join(', ')}. ${tables.join('; ')}.`,
  placesOf: (title, places) => `"${title}" covers ${places.join(', ') || 'no places'}`,
  noYears: (title, missing, first, last) =>
    `The dataset "${title}" has no data for ${missing.join(', ')}. It covers ${first} to ${last}.`,
  noFigures: (title) => `"${title}" has no figures for that.`,
  gap: (names) => `No figures for ${names.join(', ')}.`,
  unknownPlaces: (names) => `The demo data doesn't cover ${names.join(', ')}.`,
  closestMatch: (words, titles) => `No data on ${words.join(', ')}. The closest match is ${titles.join('; ')}.`,
  noReasons: 'The tables say how much, not why.',
  couldNotAnswer: (task, reason) => `I could not answer "${task}": ${reason || 'The task gave no reason.'}`,
  toolFailed: (tool, words) => `${tool} failed: ${words}`,
  unreadable: (tool) => `I could not read the reply of ${tool}.`,
  noTool: (tool) => `This needs the tool ${tool}, which I don't have.`,
  noSubAgents: 'No agent is available to delegate to.',
  noResults: 'I got no results to answer from.',
  cannotTell: 'I could not tell what to look for.',
  noMeans: 'I need data tools or sub-agents to look this up, and I have neither.',

  aboutMe:
    'I am the demo model of Retinue. I follow rules and understand only simple questions about the sample catalog. ' +
    'Ask me to look up, compare, rank, total or average its figures, to write a report, or to list the data. For example: ' +
    '"How did electric car registrations change between 2019 and 2023 in Norway and Germany?"',
  hello: 'Hello!',
  welcome: 'You are welcome. Ask me for another figure at any time.',
  signature: '(Answered by the built-in demo model, which follows rules. Connect a model to ask about anything.)',
  delegate: (agents, parts) =>
    parts === 1
      ? `I'll delegate this to the ${agents.join('')}.`
      : `I'll split this into ${parts} parts and delegate them to the ${agents.join(' and the ')} in parallel.`,
  readOnly: (characters) => `I read only the first ${characters} characters.`,
  askTopic: 'What would you like to know? Choose a topic, or name one with a place and a year.',
  askWhich: 'Several datasets fit equally well. Which one do you mean?',
  stillUnsure: (titles) => `Several datasets fit equally well: ${titles.join('; ')}. Name one of them.`,
  report: (topic) => `Report: ${topic}`,
};

/** "New cars" becomes "new cars" in the middle of a phrase, but PM2.5 stays as it is. */
function small(title: string): string {
  return /^\p{Lu}\p{Ll}/u.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
}

/** "Charging points" are many, a "share of new cars" is one. */
function isPlural(title: string): boolean {
  return /[^s]s$/.test(title.split(/ (?:of|per|over) /)[0] ?? '');
}

function plural(noun: string): string {
  return noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}
