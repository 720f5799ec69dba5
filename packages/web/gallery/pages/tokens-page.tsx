import type { ReactNode } from 'react';

/** The design tokens of `src/styles/tokens.css` as they look. */
export function TokensPage() {
  return (
    <section aria-label="Tokens" className="flex min-w-0 flex-col gap-6 border-t border-line pt-6">
      <h2 className="text-lead font-semibold">Tokens</h2>
      <TokenRow title="Surfaces">
        {surfaces.map(([name, look]) => (
          <span key={name} className={`rounded-plain border border-line-strong px-3 py-2 text-tiny ${look}`}>
            {name}
          </span>
        ))}
      </TokenRow>
      <TokenRow title="Text and status">
        {texts.map(([name, look]) => (
          <span key={name} className={`text-small font-medium ${look}`}>
            {name}
          </span>
        ))}
      </TokenRow>
      <TokenRow title="Type scale">
        {sizes.map(([name, look]) => (
          <span key={name} className={look}>
            {name}
          </span>
        ))}
      </TokenRow>
      <TokenRow title="Radius and shadow">
        {shapes.map(([name, look]) => (
          <span key={name} className={`border border-line-strong bg-raised px-3 py-2 text-tiny ${look}`}>
            {name}
          </span>
        ))}
      </TokenRow>
      <TokenRow title="Density">
        {heights.map(([name, look]) => (
          <span key={name} className={`inline-flex items-center bg-sunken px-3 text-tiny ${look}`}>
            {name}
          </span>
        ))}
      </TokenRow>
      <TokenRow title="Motion">
        {motions.map(([name, look]) => (
          <span key={name} className={`inline-flex rounded-small bg-accent-wash px-3 py-2 text-tiny ${look}`}>
            {name}
          </span>
        ))}
      </TokenRow>
    </section>
  );
}

function TokenRow({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <h3 className="text-small font-semibold">{title}</h3>
      <div className="flex flex-wrap items-center gap-3">{children}</div>
    </div>
  );
}

const surfaces = [
  ['paper', 'bg-paper'],
  ['side', 'bg-side'],
  ['raised', 'bg-raised'],
  ['sunken', 'bg-sunken'],
  ['hover', 'bg-hover'],
  ['accent-wash', 'bg-accent-wash'],
  ['ask-wash', 'bg-ask-wash'],
  ['bad-wash', 'bg-bad-wash'],
] as const;
const texts = [
  ['ink', 'text-ink'],
  ['soft', 'text-soft'],
  ['faint', 'text-faint'],
  ['accent', 'text-accent'],
  ['good', 'text-good'],
  ['bad', 'text-bad'],
  ['ask', 'text-ask'],
] as const;
const sizes = [
  ['tiny', 'text-tiny'],
  ['small', 'text-small'],
  ['body', 'text-body'],
  ['lead', 'text-lead'],
  ['title', 'text-title'],
] as const;
const shapes = [
  ['tiny', 'rounded-tiny'],
  ['small', 'rounded-small'],
  ['plain', 'rounded-plain'],
  ['large', 'rounded-large'],
  ['lift', 'rounded-plain shadow-lift'],
  ['float', 'rounded-plain shadow-float'],
] as const;
const heights = [
  ['control', 'h-control'],
  ['icon-button', 'h-icon-button'],
  ['field', 'h-field'],
] as const;
const motions = [
  ['arrive', 'motion-safe:animate-arrive'],
  ['breathe', 'motion-safe:animate-breathe'],
  ['delayed', 'delayed'],
] as const;
