import { type FakeServer, type ReceivedRequest, startFakeServer } from './fake-server.ts';
import { framesOnly, type Reply, write } from './openai-replies.ts';

/* A server that speaks Google's `streamGenerateContent`. */

export interface GenerateBody {
  contents: { role: string; parts: unknown[] }[];
  [field: string]: unknown;
}

export async function startGoogleServer(
  answer: (request: ReceivedRequest<GenerateBody>) => Reply,
): Promise<FakeServer<GenerateBody> & { baseUrl: string }> {
  const path = /^\/v1beta\/models\/[\w.-]+:streamGenerateContent\?alt=sse$/;
  const server = await startFakeServer<GenerateBody>({ path, answer });
  return { ...server, baseUrl: `${server.origin}/v1beta` };
}

/** Parts in as many frames; the last carries the finish reason, if there is one, and the usage. */
export function generated(parts: object[], finishReason: string | null = 'STOP'): Reply {
  const usageMetadata = { promptTokenCount: 20, candidatesTokenCount: 8, thoughtsTokenCount: 3, totalTokenCount: 31 };
  const frames = parts.map((part, index) => {
    const isLast = index === parts.length - 1;
    const candidate = { content: { role: 'model', parts: [part] }, index: 0 };
    const ending = isLast && finishReason !== null ? { finishReason } : {};
    const content = { candidates: [{ ...candidate, ...ending }], ...(isLast ? { usageMetadata } : {}) };
    return write(`data: ${JSON.stringify(content)}\r\n\r\n`);
  });
  return framesOnly(...frames);
}
