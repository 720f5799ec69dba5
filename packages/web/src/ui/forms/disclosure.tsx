import { ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';

interface DisclosureProps {
  title: string;
  help: string;
  /** The current values inside, visible while closed. */
  aside: string;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  children: ReactNode;
}

/** A section of a form that opens on click. */
export function Disclosure({ title, help, aside, isOpen, onToggle, children }: DisclosureProps) {
  const details = useRef<HTMLDetailsElement>(null);
  // The browser toggles it on a click, whatever `isOpen` says.
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
            className={`mt-0.5 shrink-0 text-faint transition-transform ${isOpen ? 'rotate-90' : 'rtl:rotate-180'}`}
          />
          <span className="min-w-0 flex-1">
            <span className="block font-semibold">{title}</span>
            <span className="block text-small text-faint text-pretty">{help}</span>
          </span>
          <span className="shrink-0 rounded-full bg-sunken px-2.5 py-0.5 text-tiny text-soft">{aside}</span>
        </summary>
        <div className="mt-6 flex flex-col gap-6">{children}</div>
      </details>
    </section>
  );
}
