import { type ComponentType, createElement, memo, type ReactNode, useEffect, useState } from 'react';
import { CodeBlock } from '../code-block.tsx';
import { PlainText } from '../plain-text.tsx';
import type { MarkdownBlock, MarkdownNode } from './parse-markdown.ts';
import { useFormatted } from './use-formatted.ts';

interface RenderedProps {
  text: string;
  isGrowing: boolean;
  className: string;
}

/**
 * A model's words are not to be trusted: only the elements listed here are drawn, no HTML, no image that would tell another
 * server who reads, and links only to what a person can judge. All of the text is shown at all times.
 */
export default function RenderedMarkdown({ text, isGrowing, className }: RenderedProps) {
  const formatting = useFormatted(text, isGrowing);
  const rest = text.slice(formatting?.text.length ?? 0);
  const isLate = useIsLate(rest);
  if (!formatting || formatting.isPlain)
    return <Unformatted text={text} className={className} isFinal={!!formatting} />;
  return (
    <div className={className}>
      <div className="words">
        {formatting.blocks.map((block) => (
          <Block key={block.start} block={block} />
        ))}
        {rest !== '' && isLate && <div className="whitespace-pre-wrap">{rest}</div>}
      </div>
    </div>
  );
}

function Unformatted({ text, className, isFinal }: { text: string; className: string; isFinal: boolean }) {
  return (
    <div className={className}>
      <PlainText text={text} />
      {isFinal && <p className="mt-1 text-tiny text-faint">Shown as text: too complex to format.</p>}
    </div>
  );
}

/** Whether formatting has been behind for long enough to be seen. */
function useIsLate(rest: string): boolean {
  const isBehind = rest !== '';
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isBehind) return;
    const timer = setTimeout(() => setLate(true), 300);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isBehind]);
  return isLate;
}

/** Which way it runs is found for the block as a whole. */
const Block = memo(
  function Block({ block }: { block: MarkdownBlock }) {
    return <div dir="auto">{drawn(block.node, 0, block.isOpen)}</div>;
  },
  (before, after) => before.block === after.block,
);

function drawn(node: MarkdownNode, index: number, isOpen: boolean): ReactNode {
  if (node.type === 'text') return node.value;
  const children = node.children.map((child, at) => drawn(child, at, isOpen));
  const Drawing = drawings.get(node.tag);
  if (!Drawing) return children;
  return (
    <Drawing key={`${index}`} node={node} isOpen={isOpen}>
      {children.length > 0 ? children : undefined}
    </Drawing>
  );
}

interface DrawingProps {
  node: MarkdownNode;
  isOpen: boolean;
  children?: ReactNode;
}

const plain = (tag: string) =>
  function Plain({ children }: DrawingProps) {
    return createElement(tag, null, children);
  };

function Link({ node, children }: DrawingProps) {
  const { href } = node.properties;
  if (typeof href !== 'string' || !/^(https?:|mailto:)/i.test(href)) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

function Pre({ node, isOpen }: DrawingProps) {
  const language = /language-([\w+#-]+)/.exec(String(node.children[0]?.properties.className ?? ''))?.[1] ?? '';
  return <CodeBlock code={wordsIn(node).replace(/\n$/, '')} language={language} isGrowing={isOpen} />;
}

function wordsIn({ type, value, children }: MarkdownNode): string {
  return type === 'text' ? value : children.map(wordsIn).join('');
}

function Table({ children }: DrawingProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse.
    <section className="table-frame" tabIndex={0}>
      <table>{children}</table>
    </section>
  );
}

function Image({ node }: DrawingProps) {
  return <span className="text-faint">[image: {String(node.properties.alt || 'not shown')}]</span>;
}

function Checkbox({ node }: DrawingProps) {
  return <input type="checkbox" disabled checked={node.properties.checked === true} readOnly />;
}

function OrderedList({ node, children }: DrawingProps) {
  const { start } = node.properties;
  return <ol start={typeof start === 'number' ? start : undefined}>{children}</ol>;
}

/** A map, not an object: a tag may have any name. */
const drawings = new Map<string, ComponentType<DrawingProps>>([
  ['a', Link],
  ['pre', Pre],
  ['table', Table],
  ['img', Image],
  ['input', Checkbox],
  ['ol', OrderedList],
  ['h1', plain('h2')],
  ['h2', plain('h3')],
  ['h3', plain('h4')],
  ['h4', plain('h5')],
  ['h5', plain('h6')],
  ...'h6 p li ul blockquote thead tbody tr th td strong em del code sup sub section br hr'
    .split(' ')
    .map((tag): [string, ComponentType<DrawingProps>] => [tag, plain(tag)]),
]);
