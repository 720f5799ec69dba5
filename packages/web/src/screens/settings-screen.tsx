import { Link, useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { Fetching } from '../parts/fetching.tsx';
import { AppearanceSection } from '../parts/settings/appearance-section.tsx';
import { DamagedSettings } from '../parts/settings/damaged-settings.tsx';
import { KeepingSection } from '../parts/settings/keeping-section.tsx';
import { PricesSection } from '../parts/settings/prices-section.tsx';
import { ProvidersSection } from '../parts/settings/providers-section.tsx';
import { SkillsSection } from '../parts/settings/skills-section.tsx';
import { StopSection } from '../parts/settings/stop-section.tsx';
import { UsageSection } from '../parts/settings/usage-section.tsx';
import { WebhooksSection } from '../parts/settings/webhooks-section.tsx';
import { WorkspaceSection } from '../parts/settings/workspace-section.tsx';
import { type UsageSearch, usageSearch } from '../store/usage/usage-report.ts';
import { useLoadedAgents, useRole } from '../store/use-library.ts';
import { PageFrame } from '../ui/layout/page.tsx';
import { Note } from '../ui/status/note.tsx';
import { type SectionKey, settingsSections } from './settings-sections.ts';

/** Everything about the workspace that is no agent and no chat; each section has its address. */
export function SettingsScreen() {
  const { section = 'workspace' } = useParams({ strict: false });
  const search = useSearch({ strict: false });
  const loaded = useLoadedAgents();
  const shown = settingsSections.find(({ key }) => key === section);
  return (
    <PageFrame>
      <div className="mx-auto flex w-full max-w-4xl flex-col gap-6 px-4 pt-14 sm:px-6">
        <header className="flex flex-col gap-4">
          <h1 className="text-title font-semibold tracking-tight">Settings</h1>
          <Sections shown={section} />
        </header>
        <RoleWords />
        <DamagedSettings />
        <div className="pb-16 has-[form]:pb-0">
          {loaded.state === 'ready' ? (
            drawn(shown?.key, search)
          ) : (
            <Fetching fetched={loaded} what="the settings" again={loaded.again} />
          )}
        </div>
      </div>
    </PageFrame>
  );
}

function drawn(section: SectionKey | undefined, { edit, ...search }: UsageSearch & { edit?: string }): ReactNode {
  switch (section) {
    case 'workspace':
      return (
        <div className="flex flex-col gap-6">
          <StopSection />
          <WorkspaceSection />
        </div>
      );
    case 'providers':
      return <ProvidersSection edit={edit} />;
    case 'prices':
      return <PricesSection edit={edit} />;
    case 'skills':
      return <SkillsSection edit={edit} />;
    case 'webhooks':
      return <WebhooksSection edit={edit} />;
    case 'usage':
      return <UsageSection search={usageSearch({ ...search })} />;
    case 'appearance':
      return <AppearanceSection />;
    case 'data':
      return <KeepingSection />;
    case undefined:
      return <Note title="There is no such section">Pick one of those above.</Note>;
    default:
      return section satisfies never;
  }
}

function Sections({ shown }: { shown: string }) {
  const list = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a narrow screen the shown one may be out of sight.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [shown]);
  return (
    <nav aria-label="Settings" className="-mx-4 overflow-x-auto border-b border-line px-4 sm:mx-0 sm:px-0">
      <ul ref={list} className="flex gap-1 sm:-ms-2.5">
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

function RoleWords() {
  const role = useRole();
  if (role === 'owner') return null;
  return (
    <p className="rounded-plain bg-sunken px-4 py-2.5 text-small text-soft">
      {role === 'viewer'
        ? 'You can look at everything here. Changes are for editors and the owner.'
        : 'You can change agents and skills. Providers, the workspace and its data are for the owner.'}
    </p>
  );
}
