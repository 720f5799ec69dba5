import {
  type AgentSnapshot,
  type CallState,
  type Draft,
  type DraftPart,
  isCompaction,
  joinBlocks,
  type Part,
  partsText,
  type StepItem,
  type StepKind,
  type ThreadId,
} from '@retinue/protocol';
import { Brain, FoldVertical } from 'lucide-react';
import type { ReactNode } from 'react';
import { useDraft } from '../../store/use-store.ts';
import { AgentBadge } from '../../ui/agents/agent-badge.tsx';
import { Markdown } from '../../ui/text/markdown.tsx';
import { CallView } from '../calls/call-view.tsx';
import { DraftCall } from '../calls/draft-call.tsx';
import { threadCopy as copy } from './copy.ts';
import { KeptDetails } from './kept-details.tsx';
import { useViewContext } from './view-context.ts';

type AnyPart = Part | DraftPart;

interface StepProps {
  item: StepItem;
  threadId: ThreadId;
  agent: AgentSnapshot;
  isFirst: boolean;
}

/** Draws one step: its text and calls in the order in which the model wrote them. */
export function StepRow({ item, threadId, agent, isFirst }: StepProps) {
  const { kind } = useViewContext();
  if (isCompaction(item)) return <CompactionLine item={item} keptAs={`summary ${threadId} ${item.step}`} />;
  return (
    <article aria-label={agent.name} className={`flex flex-col ${kind === 'nested' ? 'gap-1.5' : 'gap-3'}`}>
      {isFirst && kind === 'chat' && <AgentBadge badge={agent.badge} name={agent.name} size={22} />}
      <KindLabel kind={item.kind} />
      {item.status === 'open' ? (
        <OpenParts item={item} threadId={threadId} />
      ) : (
        <Parts parts={joinBlocks(item.parts)} item={item} threadId={threadId} isGrowing={false} />
      )}
      {/* The reason stands where the thread ended. */}
      {item.cut?.final && item.cut.reason !== 'stopped' && item.parts.length > 0 && (
        <p className="text-small text-faint">{copy.cutOff}</p>
      )}
    </article>
  );
}

const kindLabels: Partial<Record<StepKind, string>> = copy.stepKinds;

/** Says why there was this step, unless it was simply the next one. */
function KindLabel({ kind }: Pick<StepItem, 'kind'>) {
  const label = kindLabels[kind];
  return label ? <span className="-mb-1 w-fit rounded-small bg-sunken px-1.5 text-tiny text-soft">{label}</span> : null;
}

function OpenParts({ item, threadId }: Pick<StepProps, 'item' | 'threadId'>) {
  const { chatId } = useViewContext();
  const draft = useDraft(chatId, threadId);
  const parts = partsOf(draft, item);
  if (parts.length === 0) return <Thinking />;
  return <Parts parts={parts} item={item} threadId={threadId} isGrowing />;
}

interface PartsProps extends Pick<StepProps, 'item' | 'threadId'> {
  parts: readonly AnyPart[];
  isGrowing: boolean;
}

/** Groups calls that follow each other, so that they stand close together. */
function Parts({ parts, item, threadId, isGrowing }: PartsProps) {
  const groups: { part: AnyPart; index: number }[][] = [];
  for (const [index, part] of parts.entries()) {
    const last = groups.at(-1);
    if (part.type === 'call' && last?.[0]?.part.type === 'call') last.push({ part, index });
    else groups.push([{ part, index }]);
  }
  return groups.map((group) => {
    const views = group.map(({ part, index }) => (
      <PartView
        key={keyOf(part, index)}
        part={part}
        calls={item.calls}
        threadId={threadId}
        keptAs={`thought ${threadId} ${item.step} ${index}`}
        isGrowing={isGrowing && index === parts.length - 1}
      />
    ));
    const [first] = group;
    if (first?.part.type !== 'call') return views;
    return (
      <div key={`calls ${first.index}`} className="flex flex-col gap-1.5">
        {views}
      </div>
    );
  });
}

/** Ignores a draft of another step or of an earlier attempt. */
function partsOf(draft: Draft | null, { step, attempt }: StepItem): DraftPart[] {
  return draft?.step === step && draft.attempt === attempt ? draft.parts : [];
}

function keyOf(part: AnyPart, index: number): string {
  return part.type === 'call' ? part.callId : `${part.type} ${index}`;
}

interface PartProps {
  part: AnyPart;
  calls: readonly CallState[];
  threadId: ThreadId;
  keptAs: string;
  isGrowing: boolean;
}

function PartView({ part, calls, threadId, keptAs, isGrowing }: PartProps) {
  const { kind } = useViewContext();
  if (part.type === 'text') {
    if (part.text.trim() === '') return null;
    return (
      <Markdown text={part.text} isGrowing={isGrowing} className={kind === 'nested' ? 'text-small text-soft' : ''} />
    );
  }
  if (part.type === 'reasoning') return <Reasoning text={part.text} keptAs={keptAs} isGrowing={isGrowing} />;
  const call = calls.find(({ callId }) => callId === part.callId);
  if (call?.name) return <CallView call={call} threadId={threadId} />;
  return 'name' in part ? <DraftCall name={part.name} text={part.text} /> : null;
}

function Thinking() {
  return (
    <p className="flex items-center gap-2 text-small text-faint motion-safe:animate-breathe">
      <Brain size={14} /> {copy.thinking}
    </p>
  );
}

function Reasoning({ text, keptAs, isGrowing }: { text: string; keptAs: string; isGrowing: boolean }) {
  if (text.trim() === '') return isGrowing ? <Thinking /> : null;
  return (
    <KeptDetails keptAs={keptAs} className="text-small text-soft">
      <summary className={`w-fit rounded-small text-faint ${isGrowing ? 'motion-safe:animate-breathe' : ''}`}>
        {isGrowing ? copy.thinking : copy.reasoning}
      </summary>
      <Markdown text={text} isGrowing={isGrowing} className="mt-1.5 border-s-2 border-line ps-3" />
    </KeptDetails>
  );
}

/** Marks where earlier steps were summarized for the model. People still see every step. */
function CompactionLine({ item, keptAs }: { item: StepItem; keptAs: string }) {
  if (item.status === 'open') return <Line isMoving>{copy.summarizing}</Line>;
  const summary = partsText(item.parts);
  if (item.status === 'cut' || summary.trim() === '') return <Line>{copy.summaryFailed}</Line>;
  return (
    <KeptDetails keptAs={keptAs} className="group/summary">
      <summary className="list-none rounded-small [&::-webkit-details-marker]:hidden">
        <Line>
          {copy.summarized}
          <span className="underline underline-offset-2 group-open/summary:hidden">{copy.showSummary}</span>
          <span className="hidden underline underline-offset-2 group-open/summary:inline">{copy.hideSummary}</span>
        </Line>
      </summary>
      <Markdown text={summary} className="mx-auto mt-2 rounded-plain bg-sunken px-3.5 py-2.5 text-small text-soft" />
    </KeptDetails>
  );
}

function Line({ children, isMoving = false }: { children: ReactNode; isMoving?: boolean }) {
  return (
    <span
      className={`flex items-center gap-2 text-tiny text-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line ${isMoving ? 'motion-safe:animate-breathe' : ''}`}
    >
      <FoldVertical size={13} className="shrink-0" />
      {children}
    </span>
  );
}
