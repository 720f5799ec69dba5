import { optionsOf, typedAs } from './arguments.ts';
import { groups, intro, outro } from './copy.ts';
import { padded, widthOf, wrap } from './output/width.ts';
import type { Verb } from './verbs.ts';
import { verbs } from './verbs.ts';

/** The help of one command, or of all. */
export function helpFor(verb: string | null, invocation: (command: string) => string): string {
  const known = verb === null ? undefined : verbs.get(verb);
  const text = verb !== null && known ? verbHelp(verb, known) : overview();
  return text.replaceAll(/\$\((.*?)\)/g, (_, command: string) => invocation(command));
}

/** All commands, one line each. */
function overview(): string {
  const width = Math.max(...[...verbs].map(([name, { help }]) => widthOf(typedAs(name, help)))) + 4;
  const lists = Object.entries(groups).map(([group, addition]) => {
    const inGroup = [...verbs].filter(([, { help }]) => help.group === group);
    const lines = inGroup.map(([name, { help }]) => `${padded(`  ${typedAs(name, help)}`, width)}${help.summary}\n`);
    return `${group}${addition}\n${lines.join('')}`;
  });
  return `${intro}\n${lists.join('')}\n${outro}`;
}

function verbHelp(name: string, { help }: Verb): string {
  const { about, examples, more } = help;
  const blocks = [
    wrap(`${typedAs(name, help)}: ${about}`, columns),
    examples.map((example) => `  ${example.includes('$(') ? example : `$(${example})`}`),
    optionLines(optionsOf(help)),
    ...(more ? [wrap(more, columns)] : []),
  ];
  return blocks.map((lines) => `${lines.join('\n')}\n`).join('\n');
}

function optionLines(options: Record<string, string>): string[] {
  const width = Math.max(...Object.keys(options).map(widthOf)) + 6;
  return Object.entries(options).flatMap(([name, text]) =>
    wrap(text, columns - width).map((line, index) => padded(index === 0 ? `  --${name}` : '', width) + line),
  );
}

const columns = 118;
