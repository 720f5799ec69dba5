import type { ComponentProps, ReactElement, ReactNode } from 'react';
import {
  type Components,
  defaultRehypePlugins,
  defaultRemarkPlugins,
  Streamdown,
  useIsCodeFenceIncomplete,
} from 'streamdown';
import { CodeBlock } from './code-block.tsx';

interface RenderedProps {
  text: string;
  isGrowing: boolean;
  className: string;
}

/**
 * A model's words are not to be trusted: no HTML of theirs, no image that would tell another server who reads, and links only to
 * what a person can judge. Only the last block is parsed again while more comes.
 */
export default function RenderedMarkdown({ text, isGrowing, className }: RenderedProps) {
  return (
    <div className={className}>
      <Streamdown
        className="words"
        remarkPlugins={remarkPlugins}
        mode="streaming"
        dir="auto"
        components={components}
        rehypePlugins={rehypePlugins}
        urlTransform={safeAddress}
        skipHtml
        controls={false}
        linkSafety={linkSafety}
        parseIncompleteMarkdown={isGrowing}
        isAnimating={isGrowing}
      >
        {text}
      </Streamdown>
    </div>
  );
}

const linkSafety = { enabled: false };

interface Branch {
  type: string;
  value?: string;
  children?: Branch[] | undefined;
}

/** A line that its writer ended ends here too, as in every chat. */
function breakLines() {
  const walk = (node: Branch): void => {
    node.children = node.children?.flatMap((child) => {
      walk(child);
      if (child.type !== 'text' || !child.value?.includes('\n')) return [child];
      const lines = child.value.split(/\r?\n/).map((value): Branch => ({ type: 'text', value }));
      return lines.flatMap((line, index) => (index === 0 ? [line] : [{ type: 'break' }, line]));
    });
  };
  return walk;
}

const remarkPlugins = [...Object.values(defaultRemarkPlugins), breakLines];
const rehypePlugins = defaultRehypePlugins.sanitize ? [defaultRehypePlugins.sanitize] : [];

function safeAddress(address: string, key: string): string | null {
  return key === 'href' && /^(https?:|mailto:)/i.test(address) ? address : null;
}

function textOf(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node);
  if (Array.isArray(node)) return node.map(textOf).join('');
  const children = (node as ReactElement<{ children?: ReactNode }> | null)?.props?.children;
  return children === undefined ? '' : textOf(children);
}

function Pre({ children }: ComponentProps<'pre'>) {
  const { className = '' } = (children as ReactElement<{ className?: string }> | null)?.props ?? {};
  const language = /language-([\w+#-]+)/.exec(className)?.[1] ?? '';
  return (
    <CodeBlock code={textOf(children).replace(/\n$/, '')} language={language} isGrowing={useIsCodeFenceIncomplete()} />
  );
}

function Link({ href, children }: ComponentProps<'a'>) {
  if (!href) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

function Table({ children }: ComponentProps<'table'>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse.
    <section className="table-frame" tabIndex={0}>
      <table>{children}</table>
    </section>
  );
}

/** Which way a block runs is found for the block as a whole. */
interface Directed {
  children?: ReactNode;
  dir?: string | undefined;
}

const plain = (Tag: 'p' | 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6' | 'li' | 'ul' | 'ol' | 'blockquote') =>
  function Plain({ children, dir }: Directed) {
    return <Tag dir={dir}>{children}</Tag>;
  };

const bare = (Tag: 'thead' | 'tbody' | 'tr' | 'strong' | 'code' | 'sup' | 'sub') =>
  function Bare({ children }: { children?: ReactNode }) {
    return <Tag>{children}</Tag>;
  };

const components = {
  a: Link,
  pre: Pre,
  table: Table,
  img: ({ alt = '' }: ComponentProps<'img'>) => <span className="text-faint">[image: {alt || 'not shown'}]</span>,
  p: plain('p'),
  h1: plain('h2'),
  h2: plain('h3'),
  h3: plain('h4'),
  h4: plain('h5'),
  h5: plain('h6'),
  h6: plain('h6'),
  li: plain('li'),
  ul: plain('ul'),
  ol: plain('ol'),
  blockquote: plain('blockquote'),
  thead: bare('thead'),
  tbody: bare('tbody'),
  tr: bare('tr'),
  th: ({ children, dir }: Directed) => <th dir={dir}>{children}</th>,
  td: ({ children, dir }: Directed) => <td dir={dir}>{children}</td>,
  strong: bare('strong'),
  code: bare('code'),
  inlineCode: bare('code'),
  hr: () => <hr />,
} as unknown as Components;
