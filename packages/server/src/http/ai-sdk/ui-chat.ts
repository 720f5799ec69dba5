import type { ThreadId } from '@retinue/protocol';
import type { EndpointRequest } from '../define-endpoint.ts';
import { liveReply } from '../stream/live-reply.ts';
import { threadIdOfChat } from './chat-request.ts';
import { streamChat, uiMessageStreamHeaders } from './stream-chat.ts';

type UiRequest = Pick<EndpointRequest<'resumeUiStream'>, 'services' | 'context' | 'http' | 'incoming'>;

/** The same request, for commands and queries on the chat that the client names. */
export function inUiChat<Request extends Pick<UiRequest, 'services' | 'context'>>(
  { services, context }: Request,
  chatId: string,
) {
  const { workspaceId } = context;
  return { services, context, params: { workspaceId, chatId: threadIdOfChat(workspaceId, chatId) } };
}

export function streamUiChat(
  { services, context: { workspaceId }, http, incoming }: UiRequest,
  rootId: ThreadId,
  isResume: boolean,
): Response {
  const { log, live, clock } = services;
  const pieces = (signal: AbortSignal) => streamChat({ log, live, clock, workspaceId, rootId, signal, isResume });
  return liveReply(http, { workspaceId, pieces, headers: uiMessageStreamHeaders }, incoming);
}
