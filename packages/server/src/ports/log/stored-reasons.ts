import { type EventType, toReason } from '@retinue/protocol';

/** The data of an event, whichever release stored it: earlier ones stored sentences where reasons belong. */
export function withReasons<Data>(type: EventType, data: Data): Data {
  const field = reasonFields[type];
  if (field) return withReason(data, field);
  return type === 'thread.rewound' ? withServedReason(data) : data;
}

const reasonFields: Partial<Record<EventType, string>> = {
  'step.cut': 'message',
  'call.ended': 'error',
  'call.late': 'error',
  'task.ended': 'reason',
  'thread.ended': 'reason',
  'thread.cancelled': 'reason',
};

function withServedReason<Data>(data: Data): Data {
  const { serves } = data as { serves?: object };
  return serves ? { ...data, serves: withReason(serves, 'reason') } : data;
}

function withReason<Fields>(fields: Fields, name: string): Fields {
  const stored = (fields as Record<string, unknown>)[name];
  return typeof stored === 'string' ? { ...fields, [name]: toReason(stored) } : fields;
}
