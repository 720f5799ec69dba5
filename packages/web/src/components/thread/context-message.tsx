import type { MessageItem } from '@retinue/protocol';
import { PackageOpen } from 'lucide-react';
import { Markdown } from '../../ui/text/markdown.tsx';
import { threadCopy } from './copy.ts';
import { KeptDetails } from './kept-details.tsx';

/** Parts of the parent's thread that a task gets besides its instruction. */
export function ContextMessage({ item }: { item: MessageItem }) {
  return (
    <KeptDetails
      keptAs={`given ${item.messageId}`}
      className="rounded-plain border border-dashed border-line-strong px-3 py-1.5 text-small text-soft"
    >
      <summary className="rounded-small text-tiny font-semibold text-faint">
        <PackageOpen size={13} aria-hidden="true" className="me-1.5 inline-block align-[-0.15em]" />
        {threadCopy.context}
      </summary>
      <Markdown text={item.text} className="mt-1.5 text-small" />
    </KeptDetails>
  );
}
