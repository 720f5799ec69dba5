import { CodeBlock } from '../../src/ui/text/code-block.tsx';
import { ExactText } from '../../src/ui/text/exact-text.tsx';
import { Key } from '../../src/ui/text/key.tsx';
import { Markdown } from '../../src/ui/text/markdown.tsx';
import { PlainText } from '../../src/ui/text/plain-text.tsx';
import type { Entry, Samples } from '../entry.tsx';

export function textEntries({ name, sentence, long }: Samples): Entry[] {
  return [
    {
      component: 'Markdown',
      states: {
        'every element': <Markdown text={markdownOf(name, sentence)} />,
        growing: <Markdown text={`${sentence}\n\n\`\`\`js\nconst answer = 4`} isGrowing />,
        'long words': <Markdown text={'unbreakable'.repeat(40)} />,
      },
    },
    {
      component: 'PlainText',
      states: { short: <PlainText text={sentence} />, long: <PlainText text={long.repeat(20)} /> },
    },
    {
      component: 'ExactText',
      states: {
        plain: <ExactText label="Arguments" text={JSON.stringify({ to: name, text: sentence }, null, 2)} />,
        'invisible characters': <ExactText label="Text" text={'Pay \u202E0001 \u200Bdollars'} />,
      },
    },
    {
      component: 'CodeBlock',
      states: {
        colored: <CodeBlock language="typescript" code={`const total: number = 12; // ${name}\nreturn 'done';`} />,
        plain: <CodeBlock code="no language" />,
        growing: <CodeBlock language="json" label="result" code={'{ "half":'} isGrowing />,
        wide: <CodeBlock language="bash" code={`echo ${'word '.repeat(60)}`} />,
      },
    },
    { component: 'Key', states: { letter: <Key>K</Key>, word: <Key>Esc</Key> } },
  ];
}

function markdownOf(name: string, sentence: string): string {
  return `# ${name}

${sentence} **${name}**, *${name}*, ~~${name}~~, \`code\`, [link](https://example.com).

## ${name}

- ${sentence}
- [x] ${name}

1. ${sentence}

> ${sentence}

| ${name} | 2024 | 2025 |
|---|---|---|
| ${sentence} | 1 | 2 |

---

![${name}](https://example.com/image.png)

\`\`\`python
print("${name}")
\`\`\``;
}
