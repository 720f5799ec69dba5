import { agentIdOf, threadIdSchema } from '@retinue/protocol';
import type { Model, ModelPiece, ModelRequest } from '../../packages/server/src/ports/engine/model.ts';

/** A small request, with the changes of a test. */
export function requestWith(changes: Partial<ModelRequest> = {}): ModelRequest {
  return {
    model: { provider: 'fake', id: 'small' },
    sampling: {},
    system: 'Be brief.',
    messages: [{ role: 'user', text: 'Hello' }],
    tools: [],
    toolChoice: 'auto',
    place: {
      threadId: threadIdSchema.parse('thr_1'),
      agentId: agentIdOf('researcher'),
      step: 1,
      attempt: 1,
      kind: 'answer',
    },
    ...changes,
  };
}

/** Every piece of one step. Into `pieces`, for a test that needs those before an error. */
export async function collect(
  model: Model,
  request: ModelRequest = requestWith(),
  signal: AbortSignal = new AbortController().signal,
  pieces: ModelPiece[] = [],
): Promise<ModelPiece[]> {
  for await (const piece of model.stream(request, signal)) pieces.push(piece);
  return pieces;
}

export function textOf(pieces: readonly ModelPiece[]): string {
  return pieces.map((piece) => (piece.type === 'text' ? piece.text : '')).join('');
}
