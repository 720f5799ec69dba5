import { type ComponentType, createElement, memo, type ReactNode, useEffect, useState } from 'react';
import { uiCopy } from '../../copy.ts';
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
 * Model output is untrusted: only the elements listed here are rendered, without HTML or remote images, and links only to web
 * and mail addresses. All of the text is always visible.
 */
export default function RenderedMarkdown({ text, isGrowing, className }: RenderedProps) {
  const formatting = useFormatted(text, isGrowing);
  const rest = text.slice(formatting?.text.length ?? 0);
  const isLate = useIsLate(rest);
  if (!formatting || formatting.isPlain)
    return <Unformatted text={text} className={className} isFinal={!!formatting} />;
  return (
    <div className={className}>
      <div className="prose">
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
      {isFinal && <p className="mt-1 text-tiny text-faint">{uiCopy.tooComplex}</p>}
    </div>
  );
}

/** Whether formatting has been behind for a noticeable time. */
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

/** Finds the text direction per block. */
const Block = memo(
  function Block({ block }: { block: MarkdownBlock }) {
    return <div dir="auto">{rendered(block.node, 0, block.isOpen)}</div>;
  },
  (before, after) => before.block === after.block,
);

function rendered(node: MarkdownNode, index: number, isOpen: boolean): ReactNode {
  if (node.type === 'text') return node.value;
  const children = node.children.map((child, at) => rendered(child, at, isOpen));
  const Rendering = renderings.get(node.tag);
  if (!Rendering) return children;
  return (
    <Rendering key={`${index}`} node={node} isOpen={isOpen}>
      {children.length > 0 ? children : undefined}
    </Rendering>
  );
}

interface RenderingProps {
  node: MarkdownNode;
  isOpen: boolean;
  children?: ReactNode;
}

const plain = (tag: string) =>
  function Plain({ children }: RenderingProps) {
    return createElement(tag, null, children);
  };

function Link({ node, children }: RenderingProps) {
  const { href } = node.properties;
  if (typeof href !== 'string' || !/^(https?:|mailto:)/i.test(href)) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

function Pre({ node, isOpen }: RenderingProps) {
  const language = /language-([\w+#-]+)/.exec(String(node.children[0]?.properties.className ?? ''))?.[1] ?? '';
  return <CodeBlock code={textIn(node).replace(/\n$/, '')} language={language} isGrowing={isOpen} />;
}

function textIn({ type, value, children }: MarkdownNode): string {
  return type === 'text' ? value : children.map(textIn).join('');
}

function Table({ children }: RenderingProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
    <section className="table-frame" tabIndex={0}>
      <table>{children}</table>
    </section>
  );
}

function Image({ node }: RenderingProps) {
  return <span className="text-faint">{uiCopy.image(String(node.properties.alt || uiCopy.imageNotShown))}</span>;
}

function Checkbox({ node }: RenderingProps) {
  const isChecked = node.properties.checked === true;
  const label = isChecked ? uiCopy.checked : uiCopy.unchecked;
  return <input type="checkbox" aria-label={label} disabled checked={isChecked} readOnly />;
}

function OrderedList({ node, children }: RenderingProps) {
  const { start } = node.properties;
  return <ol start={typeof start === 'number' ? start : undefined}>{children}</ol>;
}

/** A map, since a tag may have any name. */
const renderings = new Map<string, ComponentType<RenderingProps>>([
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
    .map((tag): [string, ComponentType<RenderingProps>] => [tag, plain(tag)]),
]);
