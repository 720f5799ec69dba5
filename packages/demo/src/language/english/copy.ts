/** All text of the model, in English. `sources` and `note` are read back by report/result.ts. */
export const englishPhrases = {
  // Results
  average: (title: string) => `Average ${small(title)}`,
  total: (title: string) => `Total ${small(title)}`,
  everywhere: (placeTitle: string) => `all ${plural(placeTitle)}`,
  percentagePoints: 'percentage points',
  change: ({
    name,
    from,
    to,
    change,
    between,
  }: {
    name: string;
    from: Amount;
    to: Amount;
    change: string;
    between: string;
  }) =>
    `${name}: from ${from.amount} in ${from.year} to ${to.amount} in ${to.year}, a change of ${change}` +
    (between ? `; in between ${between}` : ''),
  ranking: ({
    name,
    isHighest,
    ofChange,
    scope,
    list,
  }: {
    name: string;
    isHighest: boolean;
    ofChange: boolean;
    scope: string;
    list: string;
  }) => {
    const [high, low] = ofChange ? ['Largest rise in', 'Largest fall in'] : ['Highest', 'Lowest'];
    return `${isHighest ? high : low} ${small(name)} (${scope}): ${list}`;
  },
  entry: (name: string, amount: string) => `${name} with ${amount}`,
  fromTo: (from: string, to: string) => `from ${from} to ${to}`,
  levelWith: (names: string[]) => `, tied with ${names.join(' and ')}`,
  next: (entries: string[]) => `; next ${entries.join(', ')}`,
  difference: (title: string, gap: string, higher: string) =>
    `Difference in ${small(title)}: ${gap}; ${higher} is higher`,
  noDifference: (title: string) => `Difference in ${small(title)}: none`,
  higherOf: (count: number, name: string, gap: string, other: string) =>
    `${name} is ${count > 2 ? 'highest' : 'higher'}: ${gap} more than ${other}.`,
  equalHighest: (one: string, other: string) => `The highest two are equal: ${one} and ${other}.`,
  list: (names: string[]) => names.join(' and '),
  note: (words: string) => `Note: ${words}`,
  source: (title: string, datasetId: string) => `${title} (${datasetId}), sample data`,
  sources: (list: string[]) => `${list.length > 1 ? 'Sources' : 'Source'}: ${list.join('; ')}.`,

  askHighest: (placeTitle: string, measure: string, year: number) =>
    `Which ${placeTitle} had the ${isPlural(measure) ? 'most' : 'highest'} ${small(measure)} in ${year}?`,
  askChange: (measure: string, place: string | null, first: number, last: number) =>
    `How did the ${small(measure)}${place ? ` in ${place}` : ''} change between ${first} and ${last}?`,
  askValue: (measure: string, place: string | null, year: number) =>
    `What ${isPlural(measure) ? 'were' : 'was'} the ${small(measure)}${place ? ` in ${place}` : ''} in ${year}?`,
  askWhatThereIs: (topic: string) => `What data is there about ${small(topic)}?`,

  describe: ({
    title,
    measures,
    places,
    years,
  }: {
    title: string;
    measures: string[];
    places: string;
    years: string;
  }) => `${title}: ${[measures.join(', '), places, years, 'sample data'].filter(Boolean).join('; ')}`,

  nothingAbout: (words: string[]) => `The demo data doesn't cover ${words.join(', ')}.`,
  searchedFor: (query: string) => `I searched for "${query}".`,
  available: (titles: string[]) => `Available datasets: ${titles.join('; ')}.`,
  noPlace: (names: string[], tables: string[]) =>
    `The demo data doesn't cover ${names.join(', ')}. ${tables.join('; ')}.`,
  placesOf: (title: string, places: string[]) => `"${title}" covers ${places.join(', ') || 'no places'}`,
  noYears: (title: string, missing: number[], first: number, last: number) =>
    `The dataset "${title}" has no data for ${missing.join(', ')}. It covers ${first} to ${last}.`,
  noFigures: (title: string) => `"${title}" has no figures for that.`,
  gap: (names: string[]) => `No figures for ${names.join(', ')}.`,
  unknownPlaces: (names: string[]) => `The demo data doesn't cover ${names.join(', ')}.`,
  closestMatch: (words: string[], titles: string[]) =>
    `No data on ${words.join(', ')}. The closest match is ${titles.join('; ')}.`,
  noReasons: 'The data shows how much, not why.',
  couldNotAnswer: (task: string, reason: string) =>
    `I could not answer "${task}": ${reason || 'The task gave no reason.'}`,
  toolFailed: (tool: string, words: string) => `${tool} failed: ${words}`,
  unreadable: (tool: string) => `I could not read the reply of ${tool}.`,
  noTool: (tool: string) => `This needs the tool ${tool}, which I don't have.`,
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
  delegate: (agents: string[], parts: number) =>
    parts === 1
      ? `I'll delegate this to the ${agents.join('')}.`
      : `I'll split this into ${parts} parts and delegate them to the ${agents.join(' and the ')} in parallel.`,
  readOnly: (characters: number) => `I read only the first ${characters} characters of your message.`,
  askTopic: 'What would you like to know? Choose a topic, or name one with a place and a year.',
  askWhich: 'Several datasets fit equally well. Which one do you mean?',
  stillUnsure: (titles: string[]) => `Several datasets fit equally well: ${titles.join('; ')}. Name one of them.`,
  report: (topic: string) => `Report: ${topic}`,
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

interface Amount {
  amount: string;
  year: string;
}
