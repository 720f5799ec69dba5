import type { LogEvent } from '@retinue/protocol';
import type { ConsultationTestimony, EffectTestimony, ModelTestimony, Testimony } from '../recorder/witness.ts';
import { guardedTool, toolNames } from '../subject/script.ts';
import type { Finding } from './finding.ts';
import { finding } from './finding.ts';
import { ofType } from './stored.ts';

/** The recorder's file against the log: the log may not claim more, and may not hide anything. */
export function checkEffects(events: readonly LogEvent[], testimonies: readonly Testimony[]): Finding[] {
  const effects = testimonies.filter((testimony) => testimony.what === 'effect');
  const requests = testimonies.filter((testimony) => testimony.what === 'model');
  return [
    ...checkUnsafe(effects),
    ...checkKeys(effects),
    ...checkStarts(events, effects),
    ...checkApproved(events, effects),
    ...checkDone(events, effects),
    ...checkRequests(events, requests),
    ...checkConsultations(
      events,
      testimonies.filter((testimony) => testimony.what === 'consultation'),
    ),
  ];
}

/** Also by its token: the same effect under a new call id is a second one all the same. */
function checkUnsafe(effects: readonly EffectTestimony[]): Finding[] {
  const unsafe = effects.filter(({ effect }) => effect === 'unsafe');
  const groups = [...Map.groupBy(unsafe, ({ callId }) => callId), ...Map.groupBy(unsafe, ({ token }) => token)];
  return groups
    .filter(([, same]) => same.length > 1)
    .map(([what, same]) => finding('unsafe-twice', `${what} had its unsafe effect ${same.length} times.`));
}

function checkKeys(effects: readonly EffectTestimony[]): Finding[] {
  const idempotent = effects.filter(({ effect }) => effect === 'idempotent');
  const keysOfToken = [...Map.groupBy(idempotent, ({ token }) => token)].map(
    ([token, same]) => [token, new Set(same.map(({ key }) => key))] as const,
  );
  const callsOfKey = [...Map.groupBy(idempotent, ({ key }) => key)].map(
    ([key, same]) => [key, new Set(same.map(({ callId }) => callId))] as const,
  );
  return [...keysOfToken, ...callsOfKey]
    .filter(([, others]) => others.size > 1)
    .map(([what, others]) =>
      finding('doubt', `${what} goes with ${[...others].join(' and ')}: no remote can tell that it is one effect.`),
    );
}

/** A start is in the log before its effect can happen. */
function checkStarts(events: readonly LogEvent[], effects: readonly EffectTestimony[]): Finding[] {
  const started = new Set(ofType(events, 'call.started').map(({ data }) => `${data.callId} ${data.attempt}`));
  return effects
    .filter(({ callId, attempt }) => !started.has(`${callId} ${attempt}`))
    .map(({ callId, attempt }) =>
      finding('doubt', `${callId} had an effect at attempt ${attempt}, whose start the log does not have.`),
    );
}

/** A call that needs a person's approval has no effect before the log has the approval. */
function checkApproved(events: readonly LogEvent[], effects: readonly EffectTestimony[]): Finding[] {
  const guarded = ofType(events, 'call.requested').filter(({ data }) => data.name === guardedTool);
  const approved = new Set(
    ofType(events, 'question.answered').flatMap(({ data }) => (data.verdict === 'approved' ? [data.callId] : [])),
  );
  return guarded
    .filter(({ data }) => !approved.has(data.callId) && effects.some(({ callId }) => callId === data.callId))
    .map(({ data }) => finding('unapproved', `${data.callId} had its effect, and nobody approved it.`));
}

function checkDone(events: readonly LogEvent[], effects: readonly EffectTestimony[]): Finding[] {
  const names = new Set([guardedTool, ...Object.values(toolNames)]);
  const tools = new Set(
    ofType(events, 'call.requested').flatMap(({ data }) => (names.has(data.name) ? [data.callId] : [])),
  );
  const seen = new Set<string>(effects.map(({ callId }) => callId));
  return ofType(events, 'call.ended')
    .filter(({ data }) => data.status === 'done' && tools.has(data.callId) && !seen.has(data.callId))
    .map(({ data }) => finding('doubt', `${data.callId} is done, and the recorder never heard of it.`));
}

/** A parent is asked after that was recorded with its cost, and each record stands for one request to its model. */
function checkConsultations(events: readonly LogEvent[], consultations: readonly ConsultationTestimony[]): Finding[] {
  const recorded = Map.groupBy(
    ofType(events, 'question.consulted'),
    ({ threadId, data }) => `${threadId} ${data.step}`,
  );
  return [...Map.groupBy(consultations, ({ threadId, step }) => `${threadId} ${step}`)]
    .filter(([place, asked]) => asked.length > (recorded.get(place)?.length ?? 0))
    .map(([place, asked]) => finding('order', `The parent of ${place} was asked ${asked.length} times, unrecorded.`));
}

/** Each attempt at a step asks the model once, after its start was recorded, and never once the step has ended. */
function checkRequests(events: readonly LogEvent[], requests: readonly ModelTestimony[]): Finding[] {
  const started = new Set(
    ofType(events, 'step.started').map(({ threadId, data }) => `${threadId} ${data.step}.${data.attempt}`),
  );
  const ended = new Map(
    ofType(events, 'step.ended').map(({ threadId, data }) => [`${threadId} ${data.step}`, data.attempt]),
  );
  const asked = Map.groupBy(requests, ({ threadId, step, attempt }) => `${threadId} ${step}.${attempt}`);
  const repeated = requests.filter(
    ({ threadId, step, attempt }) => attempt > (ended.get(`${threadId} ${step}`) ?? attempt),
  );
  return [
    ...repeated.map(({ threadId, step }) =>
      finding('rerun', `The model was asked again for the finished step ${step} of ${threadId}.`),
    ),
    ...[...asked]
      .filter(([, same]) => same.length > 1)
      .map(([place]) => finding('rerun', `The model was asked twice for ${place}.`)),
    ...[...asked.keys()]
      .filter((place) => !started.has(place))
      .map((place) => finding('order', `The model was asked for ${place}, which never started.`)),
    ...[...ended]
      .filter(([place, attempt]) => !asked.has(`${place}.${attempt}`))
      .map(([place]) => finding('order', `Step ${place} ended, and the model was never asked for it.`)),
  ];
}
