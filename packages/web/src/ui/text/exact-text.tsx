import { uiCopy } from '../copy.ts';
import { CopyFrame } from './copy-frame.tsx';

/** Shows every character of a text that a person approves: invisible and direction-changing ones appear as code points. */
export function ExactText({ text, label }: { text: string; label: string }) {
  return (
    <CopyFrame
      aria-label={label}
      dir="ltr"
      caption={label}
      text={text}
      copyLabel={uiCopy.copyOf(label)}
      className="bg-raised"
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard. */}
      <pre tabIndex={0} className={preClass}>
        {runsOf(text).map((run) => (
          <TextRun key={run.at} {...run} />
        ))}
      </pre>
    </CopyFrame>
  );
}

const preClass =
  'max-h-80 overflow-auto whitespace-pre-wrap p-3 font-mono text-small leading-relaxed [overflow-wrap:anywhere] [unicode-bidi:isolate]';

function TextRun({ text, isHidden }: Run) {
  if (!isHidden) return <bdi dir="ltr">{text}</bdi>;
  return (
    <mark
      title={uiCopy.invisibleCharacter}
      className="mx-px rounded-tiny bg-bad-wash px-1 text-tiny font-semibold text-bad"
    >
      {codePointOf(text)}
    </mark>
  );
}

interface Run {
  at: number;
  text: string;
  isHidden: boolean;
}

/** Controls, direction marks, joiners, tags, unusual spaces, and characters without a glyph. */
const hidden = /(?![\n ])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Zs}\p{Default_Ignorable_Code_Point}]/gu;

function runsOf(whole: string): Run[] {
  const runs: Run[] = [];
  let from = 0;
  const add = (at: number, text: string, isHidden: boolean) => text && runs.push({ at, text, isHidden });
  for (const { index, 0: found } of whole.matchAll(hidden)) {
    add(from, whole.slice(from, index), false);
    add(index, found, true);
    from = index + found.length;
  }
  add(from, whole.slice(from), false);
  return runs;
}

function codePointOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
