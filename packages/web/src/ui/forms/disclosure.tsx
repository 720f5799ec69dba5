import { ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';

interface FoldProps {
  title: string;
  words: string;
  /** What is set in it, for whoever leaves it closed. */
  aside: string;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  children: ReactNode;
}

/** A part of a form that few people need: closed, it says what is in it. */
export function Disclosure({ title, words, aside, isOpen, onToggle, children }: FoldProps) {
  const details = useRef<HTMLDetailsElement>(null);
  // A person's click opens and closes it without asking; what must stay open is opened again.
  useEffect(() => {
    if (details.current) details.current.open = isOpen;
  });
  return (
    <section aria-label={title} className="border-t border-line pt-6">
      <details
        ref={details}
        open={isOpen}
        onToggle={({ currentTarget: { open } }) => open !== isOpen && onToggle(open)}
      >
        <summary className="group -mx-2 flex list-none items-start gap-2 rounded-plain px-2 py-1.5 hover:bg-hover [&::-webkit-details-marker]:hidden">
          <ChevronRight
            size={18}
            aria-hidden="true"
            className={`mt-0.5 shrink-0 text-faint transition-transform ${isOpen ? 'rotate-90' : 'rtl:rotate-180'}`}
          />
          <span className="min-w-0 flex-1">
            <span className="block font-semibold">{title}</span>
            <span className="block text-small text-faint text-pretty">{words}</span>
          </span>
          <span className="shrink-0 rounded-full bg-sunken px-2.5 py-0.5 text-tiny text-soft">{aside}</span>
        </summary>
        <div className="mt-6 flex flex-col gap-6">{children}</div>
      </details>
    </section>
  );
}
