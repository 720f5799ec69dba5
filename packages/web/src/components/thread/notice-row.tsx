import type { MessageItem, TaskState } from '@retinue/protocol';
import { Bell } from 'lucide-react';
import { Status } from '../../ui/status/status.tsx';
import { Markdown } from '../../ui/text/markdown.tsx';
import { threadCopy } from './copy.ts';
import { KeptDetails } from './kept-details.tsx';
import { useViewContext } from './view-context.ts';

/** The end of a background task: a link to the task, and its result when opened. */
export function NoticeRow({ item, task }: { item: MessageItem; task: TaskState | null }) {
  const { showTask } = useViewContext();
  const [head = '', ...rest] = item.text.split('\n');
  return (
    <article
      aria-label={threadCopy.notice}
      className="rounded-plain border border-line bg-raised px-3 py-1.5 shadow-lift"
    >
      <div className="flex min-w-0 items-center gap-2 text-small">
        <Bell size={14} aria-hidden="true" className="shrink-0 text-accent" />
        {task ? (
          <button
            type="button"
            dir="auto"
            onClick={() => showTask(task.taskId)}
            className="min-w-0 flex-1 truncate rounded-small text-start underline-offset-2 hover:underline"
          >
            {task.title}
          </button>
        ) : (
          <span dir="auto" className="min-w-0 flex-1 truncate">
            {head}
          </span>
        )}
        {task?.outcome && <Status tone={task.outcome.status} />}
      </div>
      <KeptDetails keptAs={`notice ${item.messageId}`} className="ps-[1.4rem] text-small text-soft">
        <summary className="w-fit rounded-small text-tiny text-faint">{threadCopy.noticeResult}</summary>
        <Markdown text={rest.join('\n') || head} className="mt-1 text-small" />
      </KeptDetails>
    </article>
  );
}
