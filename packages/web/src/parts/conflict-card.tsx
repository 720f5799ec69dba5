import type { Form } from '../store/use-form.ts';
import { Button } from '../ui/buttons/button.tsx';

/** Fields that somebody else changed while they were edited here: both values, and the choice between them. */
export function ConflictCard<Draft>({ form, labelOf }: { form: Form<Draft>; labelOf: (field: keyof Draft) => string }) {
  const { conflict, draft, settle } = form;
  if (!conflict) return null;
  return (
    <section
      role="alert"
      tabIndex={-1}
      data-is-conflict
      aria-label="Changed elsewhere"
      className="flex flex-col gap-3 rounded-plain border border-ask/50 bg-ask-wash px-3.5 py-3 outline-none"
    >
      <p className="text-small">
        <span className="font-semibold">Changed elsewhere while you were editing.</span> Your changes are not saved yet.
        Choose a value for each field, then save.
      </p>
      <ul className="flex flex-col gap-3">
        {conflict.fields.map((field) => (
          <li key={String(field)} className="flex flex-col gap-2 text-small">
            <p className="font-medium">{labelOf(field)}</p>
            <div className="grid gap-2 sm:grid-cols-2">
              <Value title="Yours" value={draft[field]} />
              <Value title="Saved elsewhere" value={conflict.theirs[field]} />
            </div>
            <div className="flex flex-wrap gap-2">
              <Button onClick={() => settle(field, true)}>Keep yours</Button>
              <Button onClick={() => settle(field, false)}>Use the saved value</Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Value({ title, value }: { title: string; value: unknown }) {
  return (
    <figure className="min-w-0 rounded-small border border-line bg-raised px-2.5 py-1.5">
      <figcaption className="text-tiny text-faint">{title}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse. */}
      <div tabIndex={0} dir="auto" className="max-h-40 overflow-auto whitespace-pre-wrap wrap-anywhere">
        {typeof value === 'string' ? value || 'Empty' : JSON.stringify(value, null, 1)}
      </div>
    </figure>
  );
}
