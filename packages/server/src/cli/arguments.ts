import { parseArgs } from 'node:util';
import { folderOption } from './copy.ts';
import { usageError } from './exit.ts';
import type { Verb } from './verbs.ts';
import { verbs } from './verbs.ts';

export interface CommandInput {
  /** Arguments by their names in the help, and options with a value. */
  given: Partial<Record<string, string>>;
  /** Arguments after the named ones. */
  more: string[];
  flags: ReadonlySet<string>;
}

/** A command as it was typed. */
export interface CommandRequest extends CommandInput {
  verb: Verb;
}

/** Reads the arguments of the program. `--help` anywhere asks for help. */
export function readArguments(args: readonly string[]): CommandRequest | { help: string | null } {
  const [name, ...rest] = args;
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') return { help: rest[0] ?? null };
  const verb = verbs.get(name);
  if (!verb) throw usageError(`There is no command "${name}". Commands: ${[...verbs.keys()].join(', ')}. See --help.`);
  const { values, positionals } = parse(name, verb, rest);
  if (values.help) return { help: name };
  checkCount(name, verb, positionals);
  const texts = Object.entries(values).flatMap(([option, value]) =>
    typeof value === 'string' ? [[option, value]] : [],
  );
  return {
    verb,
    given: Object.fromEntries([...verb.takes.map((taken, index) => [taken, positionals[index] ?? '']), ...texts]),
    more: positionals.slice(verb.takes.length),
    flags: new Set(Object.keys(values).filter((option) => values[option] === true)),
  };
}

function parse(name: string, { help, ignores = [] }: Verb, args: readonly string[]) {
  const known = [...Object.keys(optionsOf(help)), ...ignores].map((option): [string, OptionType] => {
    const [word = '', value] = option.split(' ');
    return [word, { type: value === undefined ? 'boolean' : 'string' }];
  });
  const options = Object.fromEntries<OptionType>([...known, ['help', { type: 'boolean', short: 'h' }]]);
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw usageError(`${message.replace(/\.$/, '')}. See: ${name} --help`);
  }
}

type OptionType = { type: 'string' | 'boolean'; short?: string };

function checkCount(name: string, { takes, takesMore, help }: Verb, positionals: readonly string[]): void {
  const missing = takes[positionals.length];
  const [extra] = positionals.slice(takes.length);
  const last = takes.at(-1);
  if (missing) throw usageError(`${name} needs a ${missing}: ${typedAs(name, help)}. See: ${name} --help`);
  if (extra === undefined || takesMore) return;
  if (help.usage?.endsWith('"'))
    throw usageError(`Put the ${last} in quotes, so that the shell passes it as one argument. See: ${name} --help`);
  throw usageError(`${name} takes no "${extra}". See: ${name} --help`);
}

/** A command with its arguments. */
export function typedAs(name: string, { usage }: Verb['help']): string {
  return usage === undefined ? name : `${name} ${usage}`;
}

/** Options of a command, with those that most commands take. */
export function optionsOf({ options = {}, json }: Verb['help']): Record<string, string> {
  return { ...options, ...(json === undefined ? {} : { json }), ...folderOption };
}
