import type { ReactNode } from 'react';

interface PageProps {
  title: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** Scroll container of a page. While the sidebar is hidden, its button gets a strip of background that content scrolls under. */
export function PageFrame({ children, className = 'max-w-4xl gap-6' }: { children: ReactNode; className?: string }) {
  return (
    <div className="h-full overflow-y-auto">
      <div
        aria-hidden="true"
        className="sticky top-0 z-5 -mb-12 hidden h-12 bg-paper group-data-[is-listed=false]/main:block"
      />
      <div className={`mx-auto flex w-full flex-col px-4 pt-14 sm:px-6 ${className}`}>{children}</div>
    </div>
  );
}

/** A page beside the sidebar. */
export function Page({ title, lead, actions, children }: PageProps) {
  return (
    <PageFrame className="max-w-4xl gap-6 pb-20">
      <header className="flex flex-wrap items-start gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h1 className="text-title font-semibold tracking-tight">{title}</h1>
          {lead && <p className="mt-1 max-w-lead text-soft text-pretty">{lead}</p>}
        </div>
        {actions && <div className="flex shrink-0 flex-wrap gap-2">{actions}</div>}
      </header>
      {children}
    </PageFrame>
  );
}

interface SectionProps {
  title: string;
  help?: ReactNode;
  children: ReactNode;
}

/** Title and help beside the controls; above them on narrow pages. */
export function Section({ title, help, children }: SectionProps) {
  return (
    <section
      aria-label={title}
      className="grid grid-cols-1 gap-x-8 gap-y-4 border-t border-line pt-6 first:border-t-0 first:pt-0 lg:grid-cols-[var(--container-section-title)_minmax(0,1fr)]"
    >
      <header>
        <h2 className="font-semibold">{title}</h2>
        {help && <div className="mt-1 text-small text-faint text-pretty">{help}</div>}
      </header>
      <div className="flex min-w-0 flex-col gap-5">{children}</div>
    </section>
  );
}
