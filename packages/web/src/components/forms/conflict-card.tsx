import type { Form } from '../../store/forms/use-form.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { formFrameCopy } from './copy.ts';

const copy = formFrameCopy.conflict;

/** Fields that this form and someone else changed: both values, and the choice between them. */
export function ConflictCard<Draft>({ form: { conflict, draft, settle, labelOf } }: { form: Form<Draft> }) {
  if (!conflict) return null;
  return (
    <section
      role="alert"
      tabIndex={-1}
      data-is-conflict
      aria-label={copy.label}
      className="flex flex-col gap-3 rounded-plain border border-ask/50 bg-ask-wash px-3.5 py-3 outline-none"
    >
      <p className="text-small">
        <span className="font-semibold">{copy.title}</span> {copy.text}
      </p>
      <ul className="flex flex-col gap-3">
        {conflict.fields.map((field) => (
          <li key={String(field)} className="flex flex-col gap-2 text-small">
            <p className="font-medium">{labelOf(field)}</p>
            <div className="grid gap-2 sm:grid-cols-2">
              <Value title={copy.yours} value={draft[field]} />
              <Value title={copy.theirs} value={conflict.theirs[field]} />
            </div>
            <div className="flex flex-wrap gap-2">
              <Button onClick={() => settle(field, true)}>{copy.keepYours}</Button>
              <Button onClick={() => settle(field, false)}>{copy.useTheirs}</Button>
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling must work without a mouse. */}
      <div tabIndex={0} dir="auto" className="max-h-40 overflow-auto whitespace-pre-wrap wrap-anywhere">
        {typeof value === 'string' ? value || copy.empty : JSON.stringify(value, null, 1)}
      </div>
    </figure>
  );
}
