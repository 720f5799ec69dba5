import { CopyButton } from '../buttons/copy-button.tsx';

/** Text to the last character, for whoever answers for it: what would not be seen, or would turn the line around, is spelled out. */
export function ExactText({ text, label }: { text: string; label: string }) {
  return (
    <figure aria-label={label} dir="ltr" className="overflow-hidden rounded-plain border border-line bg-raised">
      <figcaption className="flex items-center justify-between border-b border-line py-0.5 ps-3 pe-1">
        <span className="font-mono text-tiny text-faint">{label}</span>
        <CopyButton text={text} label={`Copy: ${label}`} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse. */}
      <pre tabIndex={0} className={look}>
        {spelledOut(text).map((spelled) => (
          <Piece key={spelled.at} {...spelled} />
        ))}
      </pre>
    </figure>
  );
}

const look =
  'max-h-80 overflow-auto whitespace-pre-wrap p-3 font-mono text-small leading-relaxed [overflow-wrap:anywhere] [unicode-bidi:isolate]';

function Piece({ piece, isHidden }: Spelled) {
  if (!isHidden) return <bdi dir="ltr">{piece}</bdi>;
  return (
    <mark
      title="A character that can't be seen"
      className="mx-px rounded-[0.25rem] bg-bad-wash px-1 text-tiny font-semibold text-bad"
    >
      {codeOf(piece)}
    </mark>
  );
}

interface Spelled {
  at: number;
  piece: string;
  isHidden: boolean;
}

/** Controls, marks of direction, joiners, tags, odd spaces, and what has no shape of its own. */
const hidden = /(?![\n ])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Zs}\p{Default_Ignorable_Code_Point}]/gu;

function spelledOut(text: string): Spelled[] {
  const pieces: Spelled[] = [];
  let from = 0;
  const add = (at: number, piece: string, isHidden: boolean) => piece && pieces.push({ at, piece, isHidden });
  for (const { index, 0: found } of text.matchAll(hidden)) {
    add(from, text.slice(from, index), false);
    add(index, found, true);
    from = index + found.length;
  }
  add(from, text.slice(from), false);
  return pieces;
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
