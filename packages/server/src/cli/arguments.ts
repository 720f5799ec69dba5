import { parseArgs } from 'node:util';
import type { Failure } from './exit.ts';
import { wrongUsage } from './exit.ts';

/** What each command takes: words in their order, and options. */
const commandShapes = {
  start: { takes: [], options: ['data'] },
  resume: { takes: [], options: ['json', 'data'] },
  link: { takes: [], options: ['json', 'data'] },
  token: { takes: ['action'], options: ['data'] },
  run: { takes: ['prompt'], options: ['agent', 'budget', 'json', 'data'] },
  send: { takes: ['chat', 'text'], options: ['budget', 'json', 'data'] },
  answer: { takes: ['question', 'text'], options: ['json', 'data'] },
  cancel: { takes: ['target'], options: ['json', 'data'] },
  stop: { takes: ['target'], options: ['resume', 'json', 'data'] },
  retry: { takes: ['task'], options: ['instruction', 'json', 'data'] },
  background: { takes: ['task'], options: ['json', 'data'] },
  rename: { takes: ['chat', 'title'], options: ['json', 'data'] },
  delete: { takes: ['chat'], options: ['json', 'data'] },
  tree: { takes: ['chat'], options: ['json', 'data'] },
  list: { takes: [], options: ['json', 'data'] },
  inbox: { takes: [], options: ['json', 'data'] },
  verify: { takes: [], options: ['json', 'data'] },
  search: { takes: ['words'], takesMore: true, options: ['json', 'data'] },
  webhooks: { takes: ['action'], takesMore: true, options: ['triggers', 'secret', 'json', 'data'] },
  show: { takes: ['thread'], options: ['full', 'json', 'data'] },
  stats: { takes: [], options: ['from', 'to', 'agent', 'chat', 'json', 'data'] },
  limits: { takes: [], options: ['set', 'budget', 'json', 'data'] },
  prices: { takes: [], options: ['set', 'remove', 'json', 'data'] },
  export: { takes: ['chat'], options: ['format', 'output', 'data'] },
  import: { takes: ['file'], options: ['copy', 'json', 'data'] },
  backup: { takes: ['file'], options: ['data'] },
  restore: { takes: ['file'], options: ['force', 'data'] },
} as const satisfies Record<string, CommandShape>;

interface CommandShape {
  takes: readonly string[];
  /** Any number of words may follow. */
  takesMore?: true;
  options: readonly OptionName[];
}

type OptionShape = { type: 'string' | 'boolean'; short?: string };
type OptionName = keyof typeof optionTypes;
const optionTypes = {
  agent: 'string',
  budget: 'string',
  set: 'string',
  remove: 'string',
  instruction: 'string',
  from: 'string',
  to: 'string',
  chat: 'string',
  data: 'string',
  format: 'string',
  output: 'string',
  triggers: 'string',
  secret: 'string',
  json: 'boolean',
  full: 'boolean',
  copy: 'boolean',
  force: 'boolean',
  resume: 'boolean',
} as const;

export type CommandName = keyof typeof commandShapes;

export interface Arguments {
  command: CommandName;
  /** What was given, by the name that it has in the help. */
  given: Record<string, string>;
  /** What came after those. */
  more: string[];
  agent: string | null;
  budget: string | null;
  set: string | null;
  remove: string | null;
  instruction: string | null;
  from: string | null;
  to: string | null;
  chat: string | null;
  data: string | null;
  format: string | null;
  output: string | null;
  triggers: string | null;
  secret: string | null;
  isJson: boolean;
  isFull: boolean;
  isForced: boolean;
  isResumed: boolean;
}

export type Request = Arguments | { help: CommandName | null } | Failure;

/** `--help` anywhere wins; a command that is not there, or not complete, is told what it should look like. */
export function readArguments(words: readonly string[]): Request {
  const [first, ...rest] = words;
  if (first === undefined || first === 'help' || first === '--help' || first === '-h') {
    const [about] = rest;
    return { help: about !== undefined && isCommand(about) ? about : null };
  }
  if (!isCommand(first)) {
    return wrongUsage(
      `There is no command "${first}". Commands: ${Object.keys(commandShapes).join(', ')}. See --help.`,
    );
  }
  return readCommand(first, rest);
}

function readCommand(command: CommandName, words: readonly string[]): Request {
  const shape = commandShapes[command];
  const named = shape.options.map((name): [string, OptionShape] => [name, { type: optionTypes[name] }]);
  const options = Object.fromEntries<OptionShape>([...named, ['help', { type: 'boolean', short: 'h' }]]);
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options,
      allowPositionals: true,
    });
    if (values.help) return { help: command };
    const wrong = countProblem(command, positionals);
    if (wrong) return wrongUsage(wrong);
    const given = Object.fromEntries(shape.takes.map((name, index) => [name, positionals[index] ?? '']));
    const text = (name: OptionName) => (typeof values[name] === 'string' ? values[name] : null);
    return {
      command,
      given,
      more: positionals.slice(shape.takes.length),
      agent: text('agent'),
      budget: text('budget'),
      set: text('set'),
      remove: text('remove'),
      instruction: text('instruction'),
      from: text('from'),
      to: text('to'),
      chat: text('chat'),
      data: text('data'),
      format: text('format'),
      output: text('output'),
      triggers: text('triggers'),
      secret: text('secret'),
      isJson: values.json === true,
      isFull: values.full === true,
      isForced: values.force === true,
      isResumed: values.resume === true,
    };
  } catch (error) {
    return wrongUsage(
      `${error instanceof Error ? error.message : String(error)}. See: ${command} --help`.replace('..', '.'),
    );
  }
}

function countProblem(command: CommandName, positionals: readonly string[]): string | null {
  const { takes, takesMore }: CommandShape = commandShapes[command];
  const missing = takes[positionals.length];
  if (missing) {
    const what = missing.endsWith('s') ? missing : `a ${missing}`;
    return `${command} needs ${what}: ${command} ${takes.map((name) => `<${name}>`).join(' ')}. See: ${command} --help`;
  }
  const last = takes.at(-1);
  if (positionals.length <= takes.length || takesMore) return null;
  if (last === 'prompt' || last === 'text' || last === 'title')
    return `Put the ${last} in quotes, so that it is one word for the shell. See: ${command} --help`;
  return `${command} takes no "${positionals[takes.length]}". See: ${command} --help`;
}

function isCommand(word: string): word is CommandName {
  return Object.hasOwn(commandShapes, word);
}
