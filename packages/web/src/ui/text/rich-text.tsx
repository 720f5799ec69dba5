import { Fragment, type ReactNode } from 'react';

interface RichTextProps {
  text: string;
  link?: (label: string) => ReactNode;
}

/** A sentence with `code` and a [link] in it, so that it stays one piece of copy. */
export function RichText({ text, link = (label) => label }: RichTextProps) {
  return text
    .split(/(`[^`]+`|\[[^\]]+\])/)
    .map((piece) => (
      <Fragment key={piece}>{piece.startsWith('[') ? link(piece.slice(1, -1)) : codeOrText(piece)}</Fragment>
    ));
}

function codeOrText(piece: string): ReactNode {
  if (!piece.startsWith('`')) return piece;
  return (
    <code className="rounded-tiny border border-line bg-raised px-1 font-mono text-tiny">{piece.slice(1, -1)}</code>
  );
}
