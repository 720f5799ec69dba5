import { Link, useParams, useSearch } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, useEffect, useRef } from 'react';
import { Loaded } from '../../components/forms/loaded.tsx';
import type { UsageSearch } from '../../store/usage/usage-report.ts';
import { useLoadedAgents } from '../../store/use-library.ts';
import { useRole } from '../../store/use-store.ts';
import { PageFrame } from '../../ui/layout/page.tsx';
import { Note } from '../../ui/status.tsx';
import { AppearanceSection } from './appearance/appearance-section.tsx';
import { settingsCopy as copy } from './copy.ts';
import { DamagedSettings } from './damaged-settings.tsx';
import { PricesSection } from './prices/prices-section.tsx';
import { ProvidersSection } from './providers/providers-section.tsx';
import { type SectionKey, settingsSections } from './settings-sections.ts';
import { SkillsSection } from './skills/skills-section.tsx';
import { StorageSection } from './storage/storage-section.tsx';
import { UsageSection } from './usage/usage-section.tsx';
import { WebhooksSection } from './webhooks/webhooks-section.tsx';
import { WorkspaceSection } from './workspace/workspace-section.tsx';

/** The settings of the workspace. Each section has its own address. */
export function SettingsScreen() {
  const { section = 'workspace' } = useParams({ strict: false });
  const search = useSearch({ strict: false });
  const loaded = useLoadedAgents();
  const shown = settingsSections.find(({ key }) => key === section)?.key;
  return (
    <PageFrame>
      <header className="flex flex-col gap-4">
        <h1 className="text-title font-semibold tracking-tight">{copy.title}</h1>
        <Sections shown={section} />
      </header>
      <RoleNote />
      <DamagedSettings />
      <div className="pb-16 has-[form]:pb-0">
        <Loaded fetched={loaded} subject={copy.subject}>
          {() => sectionFor(shown, search)}
        </Loaded>
      </div>
    </PageFrame>
  );
}

/** The part of the address after the section. */
type SectionSearch = UsageSearch & { edit?: string };

function sectionFor(section: SectionKey | undefined, search: SectionSearch): ReactNode {
  if (!section) return <Note title={copy.noSection.title}>{copy.noSection.text}</Note>;
  const Content = contents[section];
  return <Content edit={search.edit} search={search} />;
}

const contents: Record<SectionKey, ComponentType<{ edit: string | undefined; search: SectionSearch }>> = {
  workspace: WorkspaceSection,
  providers: ProvidersSection,
  prices: PricesSection,
  skills: SkillsSection,
  webhooks: WebhooksSection,
  usage: UsageSection,
  appearance: AppearanceSection,
  data: StorageSection,
};

function Sections({ shown }: { shown: string }) {
  const list = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a narrow screen the current link may be hidden.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [shown]);
  return (
    <nav aria-label={copy.title} className="-mx-4 overflow-x-auto border-b border-line px-4 sm:-mx-2.5 sm:px-0">
      <ul ref={list} className="flex gap-1">
        {settingsSections.map(({ key, label }) => (
          <li key={key}>
            <Link
              to="/settings/$section"
              params={{ section: key }}
              search={{}}
              aria-current={key === shown ? 'page' : undefined}
              className={`-mb-px block border-b-2 px-2.5 py-2 text-small font-medium whitespace-nowrap focus-visible:-outline-offset-2 ${key === shown ? 'border-accent text-ink' : 'border-transparent text-soft hover:text-ink'}`}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function RoleNote() {
  const role = useRole();
  if (role === 'owner') return null;
  return <p className="rounded-plain bg-sunken px-4 py-2.5 text-small text-soft">{copy[role]}</p>;
}
