import type { VerbGroup } from '@retinue/protocol';
import type { OwnVerbName } from './verbs.ts';

/* Text of the command line's help. An example is a command; in one that is more, `$(…)` marks the command. */

export interface VerbCopy {
  group: VerbGroup;
  /** Arguments, as they are typed. */
  usage?: string;
  /** For the list of all commands. */
  summary: string;
  /** Replaces the summary in the command's own help. */
  about?: string;
  examples: readonly string[];
  /** By their names, with `<…>` if they take a value. */
  options?: Readonly<Record<string, string>>;
  /** Describes the output of `--json`. Without it, the command takes no `--json`. */
  json?: string;
  more?: string;
}

/** Headings of the list of all commands, with an addition. */
export const groups: Record<VerbGroup, string> = {
  Ask: '',
  Steer: '',
  Organize: '',
  Inspect: ' (also while another process uses the store)',
  Configure: '',
  'Move data': '',
  Serve: '',
};

export const intro = `Retinue: agents that delegate, durably.

  $(run "Compare the rents of Oslo and Bergen")
      ask, watch the agents work, and get the answer
  $(tree last)
      see every call that they made
`;

export const outro = `Name a chat by its id, a unique prefix of it, or "last".
While a server runs on the store, commands go through that server.
Every command takes --help and --data <directory> (default: RETINUE_DATA, else .retinue). Most take --json.

Exit codes: 0 done · 1 failed · 2 wrong usage · 3 an agent waits for an answer · 130 stopped with Ctrl-C
`;

export const folderOption = { 'data <dir>': 'data directory, instead of RETINUE_DATA' };
export const eventsAsJson = 'print every event of the chat as one line of JSON, and nothing else';
export const idAsJson = "print the chat's id as one line of JSON";

const turnBudget = {
  'budget <sum>': 'the most that this turn may spend, such as "tokens=20000 dollars=0.50 minutes=5 calls=20 tasks=3"',
};

export const verbCopy: Record<OwnVerbName, VerbCopy> = {
  run: {
    group: 'Ask',
    usage: '"<prompt>"',
    summary: 'start a chat',
    about: 'start a chat, and follow it until it has answered.',
    examples: [
      'run "Which city had the cleanest air in 2023?"',
      'run "What did gas cost in France in 2022?" --agent researcher',
      'cat question.txt | $(run -)',
      '$(run "Compare Oslo and Bergen" --json) | grep thread.opened',
    ],
    options: { 'agent <name>': 'agent to ask (default: orchestrator)', ...turnBudget },
    json: eventsAsJson,
    more: `Ctrl-C cancels the whole tree. In a terminal, the command asks you the agents' questions. Without one, it exits with 3 and prints how to answer. Open work of other chats continues.`,
  },
  send: {
    group: 'Ask',
    usage: '<chat> "<text>"',
    summary: 'send a message to a chat',
    about: 'send a message to a chat or to any running thread, and follow the chat.',
    examples: ['send last "And in 2022?"', 'send thr_0mwiypxlxnna3tbeq1ntj "Only the capitals, please"'],
    options: turnBudget,
    json: eventsAsJson,
  },
  answer: {
    group: 'Ask',
    usage: '<question> "<text>"',
    summary: 'answer a question, or approve or refuse a call',
    about: 'answer a question, and follow the chat.',
    examples: [
      'answer qst_0mwiypxw2pu8ec5ucmjad "The year 2023"',
      'answer qst_0mwiypxw2pu8ec5ucmjad approve',
      'answer qst_0mwiypxw2pu8ec5ucmjad "refuse: not to this address"',
      'answer qst_0mwiypxw2pu8ec5ucmjad again',
    ],
    json: eventsAsJson,
    more: 'An approval may lapse. "again" renews it.',
  },
  cancel: {
    group: 'Steer',
    usage: '<chat, thread or task>',
    summary: 'cancel a chat, thread or task with everything below it',
    about: 'cancel a chat, thread or task with everything below it. Other work continues.',
    examples: ['cancel last', 'cancel task_0mwiypxw2pu8ec5ucmjad'],
    json: eventsAsJson,
  },
  stop: {
    group: 'Steer',
    usage: '<chat, workspace or server>',
    summary: 'cancel all work in a chat, workspace or server',
    about: 'cancel all work in a chat, workspace or server, and start nothing until you resume it.',
    examples: ['stop last', 'stop workspace', 'stop server', 'stop server --resume'],
    options: { resume: 'allow work again; canceled work stays canceled' },
    json: 'print the result as one line of JSON',
    more: 'The stop outlasts a restart. Messages, answers and approvals are kept, and take effect when you resume. To cancel without a stop: $(cancel <chat or task>).',
  },
  list: {
    group: 'Inspect',
    summary: 'list the chats',
    about: 'list the chats, pinned ones first, then the newest.',
    examples: ['list'],
    json: 'print each chat as one line of JSON',
  },
  inbox: {
    group: 'Inspect',
    summary: 'list the questions and approvals that wait for you',
    about: 'list the open questions and approvals of all chats, with agent, arguments and how to answer.',
    examples: ['inbox'],
    json: 'print each as one line of JSON',
  },
  tree: {
    group: 'Inspect',
    usage: '<chat>',
    summary: 'show the whole tree of a chat',
    about: 'show everything that happened in a chat, as a tree.',
    examples: ['tree last', 'tree thr_0mwiypx --json'],
    json: 'print the tree as one line of JSON',
  },
  show: {
    group: 'Inspect',
    usage: '<thread or task>',
    summary: 'show one thread in full: messages, calls, results',
    about: 'show one thread in full: instruction, messages, steps, calls and results.',
    examples: ['show last', 'show task_0mwiypxw2pu8ec5ucmjad', 'show 0mwiypxw --full'],
    options: { full: 'shorten nothing, and include large results' },
    json: "print the thread's state as one line of JSON",
    more: `Name a thread by its id, its task's id, a unique prefix of either, or "last" (the newest chat).`,
  },
  search: {
    group: 'Inspect',
    usage: '<query>',
    summary: 'search all chats and sub-agents',
    about: 'search titles, messages, instructions, answers, results and questions.',
    examples: ['search rents oslo', `search '"clean air" -2022'`],
    json: 'print the results as one line of JSON',
    more: 'A result has every term of the query, in any case and with or without accents. The last term may be incomplete. Quotes mark a phrase, and a minus excludes a term; put such a query in quotes for the shell. Shows up to 50 results.',
  },
  stats: {
    group: 'Inspect',
    summary: 'tokens, time, cost and success by agent',
    about: 'show cost and outcomes by agent and by day.',
    examples: [
      'stats',
      'stats --from 2026-01-01 --to 2026-01-31 --agent researcher',
      `$(stats --json) | jq '.agents[] | {name, tasks, successRate, p95Ms}'`,
    ],
    options: {
      'from <day>': 'first day, in UTC',
      'to <day>': 'last day, in UTC',
      'agent <name>': 'only this agent',
      'chat <chat>': 'only this chat: its id, a unique prefix of it, or "last"',
    },
    json: 'print the numbers as one line of JSON',
  },
  verify: {
    group: 'Inspect',
    summary: 'check the store for inconsistencies',
    about: 'check the whole store for inconsistencies. Changes nothing, and works while the store is in use.',
    examples: ['verify', 'verify --data /backups/monday'],
    json: 'print each problem as one line of JSON',
    more: 'Exits with 1 if there is a problem.',
  },
  limits: {
    group: 'Configure',
    summary: 'limits of new chats: steps, time, tokens, budget',
    about: 'show or change the limits of new chats.',
    examples: [
      'limits',
      'limits --set "maxSteps=50 maxTasksPerTurn=20 idleMs=60000"',
      'limits --set maxSteps=default',
      'limits --budget "tokens=200000 dollars=2"',
      'limits --budget none',
    ],
    options: {
      'set <limits>':
        'one or more of maxChildrenAtOnce, maxTasksPerTurn, maxSteps, maxWorkMs, idleMs, maxTokens, maxOutputChars, compactAtTokens, approvalLapseMs (how long a call can be approved), maxNoticeTurns (turns that background results may start after one message), providerRetryMs (how long provider errors are retried, 600000 by default)',
      'budget <sum>': 'the most that one turn may spend, sub-agents included: tokens, dollars, minutes, calls, tasks',
    },
    json: 'print the limits as one line of JSON',
  },
  prices: {
    group: 'Configure',
    summary: 'prices that the workspace sets for models',
    about: 'show or change the prices of models, in dollars per million tokens.',
    examples: ['prices', 'prices --set "prv_openai/gpt-5 1.25 10 0.125"', 'prices --remove prv_openai/gpt-5'],
    options: {
      'set <price>': 'provider/model, input, output and, if it differs, cached input',
      'remove <model>': 'use the built-in price again',
    },
    json: 'print the prices as one line of JSON',
    more: 'Other models have the built-in prices of this release. Nothing is downloaded.',
  },
  export: {
    group: 'Move data',
    usage: '<chat>',
    summary: 'write a chat to a file: JSON for import, Markdown for people',
    about: 'write a chat with its whole tree to a file, for import or for people.',
    examples: [
      '$(export last) > chat.json',
      'export last --format markdown --output chat.md',
      'export thr_0mwiypx --output chat.json',
    ],
    options: { 'format <f>': 'json (default), or markdown', 'output <f>': 'a new file, instead of stdout' },
  },
  import: {
    group: 'Move data',
    usage: '<file>',
    summary: 'import an exported chat',
    about:
      'import an exported chat (JSON). The whole file is checked before anything is written. The chat gets new ids and starts no work: open work in it is canceled.',
    examples: ['import chat.json', 'cat chat.json | $(import -)'],
    json: 'print the result as one line of JSON',
  },
  backup: {
    group: 'Move data',
    usage: '<file or directory>',
    summary: 'write the whole store to one file, also while it is in use',
    about: 'write the whole store, as of one moment, to one file. Works while the store is in use.',
    examples: [
      'backup monday.jsonl',
      'backup /backups/',
      'DATABASE_URL=postgres://localhost/retinue $(backup monday.jsonl)',
    ],
    more: 'Never overwrites a file. The file can be restored into SQLite and PostgreSQL.',
  },
  restore: {
    group: 'Move data',
    usage: '<file>',
    summary: 'restore a backup into SQLite or PostgreSQL',
    about:
      'replace the store with a backup. The whole file is checked, and its contents are shown first. If there is any problem, nothing changes.',
    examples: [
      'restore monday.jsonl',
      'restore monday.jsonl --force',
      'cat monday.jsonl | $(restore -)',
      'DATABASE_URL=postgres://localhost/retinue $(restore monday.jsonl)',
    ],
    options: { force: 'set an existing store aside under a new name, without asking' },
    more: 'Stop the server before you restore.',
  },
  start: {
    group: 'Serve',
    summary: 'run the server, and print a link for the browser',
    about: 'run the server, and continue open work.',
    examples: ['start', 'RETINUE_PORT=8080 $(start)'],
    more: 'Prints a link that signs one browser in, once. Other commands go through the server while it runs. In an empty store the built-in demo model runs a first delegation. Ctrl-C or SIGTERM stops the server: it starts no new steps, gives running calls 10 seconds, and loses nothing.',
  },
  link: {
    group: 'Serve',
    summary: 'print another link, for example for another browser',
    about: 'print another sign-in link while the server runs. It works once, within 15 minutes.',
    examples: ['link'],
    json: 'print the link as one line of JSON',
  },
  token: {
    group: 'Serve',
    usage: 'rotate',
    summary: 'create a new token for programs, and refuse the old one',
    about: 'create a new token for programs on this machine.',
    examples: ['token rotate'],
    more: 'Commands and a running server use the new token at once. Scripts with the old token are refused.',
  },
  resume: {
    group: 'Serve',
    summary: 'continue open work until it ends or waits for you',
    about: 'continue open work until it ends or waits for you.',
    examples: ['resume'],
    json: eventsAsJson,
    more: 'A running server continues all work by itself. Then the command follows that work.',
  },
  webhooks: {
    group: 'Serve',
    usage: '<action>',
    summary: 'send events to your URLs: list, add, remove, deliveries, redeliver',
    about: 'send signed events to your URLs, at least once. Needs a running server.',
    examples: [
      'webhooks list',
      'webhooks add https://example.com/hook --triggers on-task-completed,on-task-waiting',
      'webhooks deliveries whk_0mwiypxw2pu8ec5ucmjad',
      'webhooks redeliver whk_0mwiypxw2pu8ec5ucmjad dlv_0mwiypxw2pu8ec5ucmjad_512',
      'webhooks remove whk_0mwiypxw2pu8ec5ucmjad',
    ],
    options: {
      'triggers <names>': 'names, separated by commas (default: all)',
      'secret <key>': 'key for signatures (default: a new one, shown once)',
    },
    json: 'print the reply as one line of JSON',
  },
};
