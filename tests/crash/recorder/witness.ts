import { Agent, request } from 'node:http';
import type { Effect } from '@retinue/protocol';

/*
 * Reports of the subject to the effect recorder: each effect of a tool, and each request that reaches the model. The
 * recorder writes it down before it replies, so its file may know more than the subject's own log.
 */
export type Testimony = EffectTestimony | ModelTestimony | ConsultationTestimony;

export interface EffectTestimony {
  what: 'effect';
  effect: Effect;
  /** Identifies the effect itself, by the plan: the same one under another call id is still the same one. */
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

/** A child's question for its parent's agent: no step, and asked again after a crash. */
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
