/** The design tokens of `packages/web/src/styles/tokens.css` as they look. */
export function TokensPage() {
  return (
    <section aria-label="Tokens" className="flex min-w-0 flex-col gap-6 border-t border-line pt-6">
      <h2 className="text-lead font-semibold">Tokens</h2>
      {groups.map(({ title, className, tokens }) => (
        <div key={title} className="flex min-w-0 flex-col gap-2">
          <h3 className="text-small font-semibold">{title}</h3>
          <div className="flex flex-wrap items-center gap-3">
            {tokens.split(' ').map((token) => (
              <span key={token} className={`${className} ${token}`}>
                {token}
              </span>
            ))}
          </div>
        </div>
      ))}
    </section>
  );
}

/** Each token is the class that uses it. */
const groups = [
  {
    title: 'Surfaces',
    className: 'rounded-plain border border-line-strong px-3 py-2 text-tiny',
    tokens: 'bg-paper bg-side bg-raised bg-sunken bg-hover bg-accent-wash bg-ask-wash bg-bad-wash',
  },
  {
    title: 'Text and status',
    className: 'text-small font-medium',
    tokens: 'text-ink text-soft text-faint text-accent text-good text-bad text-ask',
  },
  { title: 'Type scale', className: '', tokens: 'text-tiny text-small text-body text-lead text-title' },
  {
    title: 'Radius and shadow',
    className: 'border border-line-strong bg-raised px-3 py-2 text-tiny',
    tokens: 'rounded-tiny rounded-small rounded-plain rounded-large shadow-lift shadow-float',
  },
  {
    title: 'Density',
    className: 'inline-flex items-center bg-sunken px-3 text-tiny',
    tokens: 'h-control h-icon-button h-field',
  },
  {
    title: 'Motion',
    className: 'inline-flex rounded-small bg-accent-wash px-3 py-2 text-tiny',
    tokens: 'motion-safe:animate-arrive motion-safe:animate-breathe delayed',
  },
];
