import { useNavigate } from '@tanstack/react-router';
import { RefreshCw } from 'lucide-react';
import { Fetching } from '../../../components/forms/fetching.tsx';
import { rangeOf, type UsageSearch } from '../../../store/usage/usage-report.ts';
import { useUsage } from '../../../store/use-library.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { SectionHead } from '../section-head.tsx';
import { usageCopy as copy } from './copy.ts';
import { AgentBars, DayColumns, MeasureChoice } from './usage-charts.tsx';
import { Headlines } from './usage-figures.tsx';
import { UsageFilters } from './usage-filters.tsx';
import { AgentTable, ChatTable } from './usage-tables.tsx';

export function UsageSection({ search }: { search: UsageSearch }) {
  const usage = useUsage(rangeOf(search));
  const navigate = useNavigate();
  const show = (next: UsageSearch) =>
    void navigate({ to: '/settings/$section', params: { section: 'usage' }, search: next, replace: true });
  if (usage.state === 'loading') return <Fetching fetched={usage} subject={copy.subject} again={usage.again} />;
  return (
    <div className="flex flex-col gap-6">
      <SectionHead title={copy.title} lead={copy.lead}>
        <Button icon={<RefreshCw size={14} />} onClick={usage.again}>
          {copy.refresh}
        </Button>
      </SectionHead>
      <UsageFilters search={search} report={usage.state === 'ready' ? usage.value : null} onChange={show} />
      {usage.state === 'failed' ? (
        <Fetching fetched={usage} subject={copy.subject} again={usage.again} />
      ) : usage.value.agents.length === 0 ? (
        <NoUsage isFiltered={Object.keys(rangeOf(search)).length > 0} onAll={() => show({})} />
      ) : (
        <>
          <Headlines report={usage.value} />
          <div className="flex flex-col gap-3">
            <MeasureChoice search={search} onChange={show} />
            <DayColumns report={usage.value} search={search} />
            <AgentBars agents={usage.value.agents} measure={search.measure ?? 'tasks'} />
          </div>
          <AgentTable agents={usage.value.agents} />
          <ChatTable report={usage.value} />
        </>
      )}
    </div>
  );
}

function NoUsage({ isFiltered, onAll }: { isFiltered: boolean; onAll: () => void }) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-plain border border-dashed border-line-strong p-8 text-center text-small text-soft">
      {isFiltered ? (
        <>
          <p>{copy.noResults}</p>
          <Button onClick={onAll}>{copy.showAll}</Button>
        </>
      ) : (
        <p>{copy.empty}</p>
      )}
    </div>
  );
}
