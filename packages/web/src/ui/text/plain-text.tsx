/** Unformatted text. A long one is split into slices, and the browser lays out the visible ones. */
export function PlainText({ text }: { text: string }) {
  return (
    <div dir="auto" className="prose whitespace-pre-wrap wrap-anywhere">
      {text.length <= maxSliceLength ? text : slicesOf(text).map(({ at, slice }) => <Slice key={at} slice={slice} />)}
    </div>
  );
}

function Slice({ slice }: { slice: string }) {
  return (
    <div className="[contain-intrinsic-size:auto_var(--spacing-offscreen-text)] [content-visibility:auto]">{slice}</div>
  );
}

const maxSliceLength = 8000;

/** Splits at line ends where possible. */
function slicesOf(text: string): { at: number; slice: string }[] {
  const slices: { at: number; slice: string }[] = [];
  for (let at = 0; at < text.length; ) {
    const lineEnd = text.lastIndexOf('\n', at + maxSliceLength);
    const end = lineEnd > at && at + maxSliceLength < text.length ? lineEnd + 1 : at + maxSliceLength;
    slices.push({ at, slice: text.slice(at, end) });
    at = end;
  }
  return slices;
}
