import { CodeBlock, ValueBlock } from '../../packages/web/src/ui/text/code-block.tsx';
import { CopyFrame } from '../../packages/web/src/ui/text/copy-frame.tsx';
import { ExactText } from '../../packages/web/src/ui/text/exact-text.tsx';
import { Key } from '../../packages/web/src/ui/text/key.tsx';
import { Markdown } from '../../packages/web/src/ui/text/markdown.tsx';
import { PlainText } from '../../packages/web/src/ui/text/plain-text.tsx';
import { RichText } from '../../packages/web/src/ui/text/rich-text.tsx';
import type { Entries, Samples } from '../samples.tsx';

export function textEntries({ name, sentence, long }: Samples): Entries {
  return {
    Markdown: {
      'every element': <Markdown text={markdownOf(name, sentence)} />,
      growing: <Markdown text={`${sentence}\n\n\`\`\`js\nconst answer = 4`} isGrowing />,
      'long text': <Markdown text={'unbreakable'.repeat(40)} />,
    },
    PlainText: { short: <PlainText text={sentence} />, long: <PlainText text={long.repeat(20)} /> },
    ExactText: {
      plain: <ExactText label="Arguments" text={JSON.stringify({ to: name, text: sentence }, null, 2)} />,
      'invisible characters': <ExactText label="Text" text={'Pay \u202E0001 \u200Bdollars'} />,
    },
    CodeBlock: {
      colored: <CodeBlock language="typescript" code={`const total: number = 12; // ${name}\nreturn 'done';`} />,
      plain: <CodeBlock code="no language" />,
      growing: <CodeBlock language="json" label="result" code={'{ "half":'} isGrowing />,
      wide: <CodeBlock language="bash" code={`echo ${'word '.repeat(60)}`} />,
    },
    ValueBlock: {
      text: <ValueBlock label="text" value={sentence} />,
      json: <ValueBlock label="result" value={[name]} />,
    },
    CopyFrame: {
      plain: (
        <CopyFrame caption={name} text={sentence} copyLabel="Copy sentence">
          <p className="p-3">{sentence}</p>
        </CopyFrame>
      ),
    },
    RichText: { plain: <RichText text="Run `retinue restore`, then open the [settings]." /> },
    Key: { letter: <Key>K</Key>, name: <Key>Esc</Key> },
  };
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
