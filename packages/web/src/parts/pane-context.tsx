import type { ThreadId } from '@retinue/protocol';
import { type ReactNode, useEffect } from 'react';
import type { LoadedThread } from '../store/chat-tree.ts';
import { countWords, elapsedWords } from '../store/figures.ts';
import { systemWords } from '../store/turns.ts';
import { useActions } from '../store/use-store.ts';
import { CopyButton } from '../ui/code-block.tsx';
import { Markdown } from '../ui/markdown.tsx';
import { Waiting } from '../ui/note.tsx';

/** The receipt: what exactly the sub-agent was given, and what came back. */
export function PaneContext({ chatId, thread }: { chatId: ThreadId; thread: LoadedThread }) {
  const actions = useActions();
  const before = thread.itemsBefore ?? 0;
  useEffect(() => {
    if (before > 0) void actions.older(chatId, thread.threadId);
  }, [actions, chatId, thread.threadId, before]);
  if (before > 0) return <Waiting words="Reading what it was given …" />;
  const instructions = thread.items.flatMap((item) =>
    item.type === 'message' && item.from === 'parent' ? [item.text] : [],
  );
  const { agent, limits, outcome } = thread;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse.
    <section tabIndex={0} aria-label="Context" className="flex flex-1 flex-col gap-5 overflow-y-auto p-4">
      <Part title="Instruction" copy={instructions.join('\n\n')}>
        <Markdown text={instructions.join('\n\n')} />
      </Part>
      <Part title="System prompt" copy={systemWords(thread.items)}>
        <p dir="auto" className="whitespace-pre-wrap text-small [overflow-wrap:anywhere]">
          {systemWords(thread.items) || 'None.'}
        </p>
      </Part>
      <Part title="Model and limits">
        <Facts
          facts={[
            ['Model', `${agent.model.provider} / ${agent.model.id}`],
            ['Agent', `${agent.name}, version ${agent.version}`],
            ['Tools', agent.tools.join(', ') || 'none'],
            ['May delegate to', agent.subAgents.map(({ name }) => name).join(', ') || 'nobody'],
            ['Depth', `${thread.depth} of at most ${limits.maxDepth}`],
            [
              'Bounds',
              `${countWords(agent.maxSteps ?? limits.maxSteps, 'step')}, ${elapsedWords(limits.maxWorkMs)} of work`,
            ],
          ]}
        />
      </Part>
      <Part title="What came back" copy={outcome?.result ?? ''}>
        {outcome ? (
          <Markdown text={outcome.result || outcome.reason || 'Nothing.'} />
        ) : (
          <p className="text-small text-soft">Nothing yet: it is still at work.</p>
        )}
      </Part>
    </section>
  );
}

function Part({ title, copy = '', children }: { title: string; copy?: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="flex min-h-7 items-center justify-between text-tiny font-semibold text-faint">
        {title}
        {copy && <CopyButton text={copy} label={`Copy: ${title}`} />}
      </h3>
      <div className="rounded-plain border border-line bg-raised px-3.5 py-2.5">{children}</div>
    </section>
  );
}

export function Facts({ facts }: { facts: [name: string, words: string][] }) {
  return (
    <dl className="grid grid-cols-[max-content_1fr] gap-x-5 gap-y-1 text-small">
      {facts.map(([name, words]) => (
        <div key={name} className="contents">
          <dt className="text-faint">{name}</dt>
          <dd className="tabular-nums [overflow-wrap:anywhere]">{words}</dd>
        </div>
      ))}
    </dl>
  );
}
