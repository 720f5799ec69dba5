import type { Event, EventType, SearchKind } from '@retinue/protocol';

/** What can be found of an event: whose words, of what kind. */
export interface FoundText {
  kind: SearchKind;
  text: string;
  step: number | null;
}

export function textOf(event: Event): FoundText | null {
  const found = meaningOf(event);
  return found && found.text.trim() !== '' ? { step: null, ...found } : null;
}

type Meaning = Pick<FoundText, 'kind' | 'text'> & Partial<FoundText>;

function meaningOf(event: Event): Meaning | null {
  switch (event.type) {
    case 'thread.opened':
      return event.data.parent ? null : { kind: 'title', text: event.data.title };
    case 'chat.renamed':
      return { kind: 'title', text: event.data.title };
    case 'message.received': {
      const { from, text } = event.data;
      if (from === 'person') return { kind: 'message', text };
      return from === 'parent' ? { kind: 'instruction', text } : null;
    }
    case 'step.ended':
      return { kind: 'answer', text: wordsOf(event.data.parts), step: event.data.step };
    case 'step.cut':
      // One that is tried again is replaced by the next attempt.
      return event.data.final ? { kind: 'answer', text: wordsOf(event.data.parts), step: event.data.step } : null;
    case 'thread.ended':
      // A chat's own end says again what its last step said.
      return event.threadId === event.rootId ? null : { kind: 'result', text: event.data.result };
    case 'question.asked':
      return { kind: 'question', text: [event.data.text, ...event.data.options].join('\n'), step: event.data.step };
    case 'question.answered':
      return { kind: 'reply', text: event.data.answer, step: event.data.step };
    default:
      return null;
  }
}

/** Everything that the index has to hear of. */
export const indexedTypes: readonly EventType[] = [
  'thread.opened',
  'chat.renamed',
  'message.received',
  'step.ended',
  'step.cut',
  'thread.ended',
  'thread.reactivated',
  'thread.compacted',
  'question.asked',
  'question.answered',
  'chat.hidden',
  'chat.restored',
  'thread.rewound',
  'thread.imported',
];

function wordsOf(parts: readonly { type: string; text?: string }[]): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text ?? ''] : [])).join('\n');
}
