import type { LogEvent } from '@retinue/protocol';

/**
 * An event without the texts that neither its thread's rows nor the links of its tree need. An import or a restore
 * keeps these in memory while it writes the chat.
 */
export function reduceEvent(event: LogEvent): LogEvent {
  switch (event.type) {
    case 'message.received':
      return { ...event, data: { ...event.data, text: '' } };
    case 'step.ended':
      return { ...event, data: { ...event.data, parts: [] } };
    case 'step.cut':
      return { ...event, data: { ...event.data, parts: [], message: { code: 'text', text: '' } } };
    case 'call.requested':
      return { ...event, data: { ...event.data, args: null } };
    case 'call.ended':
      return { ...event, data: { ...event.data, error: null, ...withoutValue(event.data) } };
    case 'call.late':
      return { ...event, data: { ...event.data, error: null, ...withoutValue(event.data) } };
    case 'thread.ended':
      return event.threadId === event.rootId ? { ...event, data: { ...event.data, result: '' } } : event;
    case 'thread.compacted':
      return { ...event, data: { ...event.data, summary: event.data.summary.trim().slice(0, 1) } };
    default:
      return event;
  }
}

function withoutValue<Output extends { value: unknown }>({ output }: { output: Output | null }) {
  return { output: output && { ...output, value: null } };
}
