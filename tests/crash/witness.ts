import { Agent, request } from 'node:http';
import type { Effect } from '@retinue/protocol';

/*
 * What the subject tells the effect recorder: each effect that a tool has on the world, and each request that reaches the
 * model. The recorder writes it down before it replies, so its file knows what the subject's own log may have forgotten.
 */
export type Testimony = EffectTestimony | ModelTestimony | ConsultationTestimony;

export interface EffectTestimony {
  what: 'effect';
  effect: Effect;
  /** Names the effect itself, by the plan: the same one under another call id is still the same one. */
  token: string;
  callId: string;
  attempt: number;
  key: string;
}

export interface ModelTestimony {
  what: 'model';
  threadId: string;
  step: number;
  attempt: number;
}

/** A child's question that is put to its parent's agent: no step, and asked again after a crash. */
export interface ConsultationTestimony extends Omit<ModelTestimony, 'what'> {
  what: 'consultation';
}

export interface Witness {
  tell(testimony: Testimony, replyMs: number, signal: AbortSignal): Promise<void>;
}

export function createWitness(port: number): Witness {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  return {
    tell: (testimony, replyMs, signal) =>
      new Promise((resolve, reject) => {
        const headers = { 'content-type': 'application/json', 'x-reply-ms': String(replyMs) };
        const options = { host: '127.0.0.1', port, method: 'POST', path: '/', agent, signal, headers };
        const sent = request(options, (reply) => {
          reply.resume();
          reply.once('end', () =>
            reply.statusCode === 204 ? resolve() : reject(new Error(`The recorder said ${reply.statusCode}.`)),
          );
        });
        sent.once('error', reject);
        sent.end(JSON.stringify(testimony));
      }),
  };
}
