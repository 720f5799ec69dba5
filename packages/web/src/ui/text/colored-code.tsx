import { common, createLowlight } from 'lowlight';
import { memo, type ReactNode } from 'react';

const lowlight = createLowlight(common);

/** Highlighted code, as elements with classes: the page allows no inline styles. Loaded on demand. */
export default memo(function ColoredCode({ code, language }: { code: string; language: string }) {
  return lowlight.highlight(language, code).children.map(rendered);
});

type HighlightNode = ReturnType<typeof lowlight.highlight>['children'][number];

function rendered(node: HighlightNode, index: number): ReactNode {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element') return null;
  const { className } = node.properties;
  return (
    <span key={`${index}`} className={Array.isArray(className) ? className.join(' ') : ''}>
      {node.children.map(rendered)}
    </span>
  );
}
