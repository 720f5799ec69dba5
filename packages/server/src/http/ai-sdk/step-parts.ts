import type { CallState, Draft, Part, StepItem, TreeState } from '@retinue/protocol';
import { joinBlocks, reasonText } from '@retinue/protocol';
import type { Json } from '../../ports/engine/model.ts';
import { agentPartOf, delegatingTool, preparingPart } from './agent-report.ts';
import { cleanJson } from './clean-json.ts';
import type { ProviderMetadata, ReasoningPart, ToolPart, UiPart } from './ui-message.ts';

/** Parts of a step below its `step-start`: its text once it has ended, else the text so far. */
export function stepPartsOf(tree: TreeState, step: StepItem, draft: Draft | null): UiPart[] {
  if (step.status === 'open') return draft ? draftParts(draft) : [];
  const known = endedParts.get(step);
  if (known) return known;
  const parts = joinBlocks(step.parts).flatMap((part, index) => partsOf(tree, step, part, index));
  if (!parts.some(({ type }) => type === 'data-tool-agent')) endedParts.set(step, parts);
  return parts;
}

/** For steps without children; the others change with theirs. */
const endedParts = new WeakMap<StepItem, UiPart[]>();

function partsOf(tree: TreeState, step: StepItem, part: Part, index: number): UiPart[] {
  if (part.type === 'text') return [{ type: 'text', text: part.text, state: 'done' }];
  if (part.type === 'reasoning')
    return [{ ...reasoningPart(step.step, index, part.text, 'done'), ...metadataOf(part) }];
  const call = step.calls.find(({ callId }) => callId === part.callId);
  if (!call) return [];
  const tool = toolPart(call);
  return call.name === delegatingTool ? [tool, agentPartOf(tree, call)] : [tool];
}

/**
 * Reasoning stays open until its step ends: the provider's metadata is known only then, and the client can add nothing
 * to a part that has ended.
 */
function draftParts(draft: Draft): UiPart[] {
  const pieces = joinCalls(draft);
  return pieces.flatMap((piece, index): UiPart[] => {
    const state = index === pieces.length - 1 ? 'streaming' : 'done';
    if (piece.type === 'text') return [{ type: 'text', text: piece.text, state }];
    if (piece.type === 'reasoning') return [reasoningPart(draft.step, index, piece.text, 'streaming')];
    const { callId, name, text } = piece;
    const tool: ToolPart = {
      type: `tool-${name}`,
      toolCallId: callId,
      state: 'input-streaming',
      rawInput: text,
    };
    return name === delegatingTool ? [tool, preparingPart(callId)] : [tool];
  });
}

/** Calls that are written in parallel lie in the draft in pieces. */
function joinCalls(draft: Draft): Draft['parts'] {
  const joined: Draft['parts'] = [];
  const places = new Map<string, number>();
  for (const part of draft.parts) {
    const place = part.type === 'call' ? places.get(part.callId) : undefined;
    const begun = place === undefined ? undefined : joined[place];
    if (begun && place !== undefined) joined[place] = { ...begun, text: begun.text + part.text };
    else if (part.type === 'call') places.set(part.callId, joined.push(part) - 1);
    else joined.push(part);
  }
  return joined;
}

function reasoningPart(step: number, index: number, text: string, state: ReasoningPart['state']): ReasoningPart {
  return { type: 'reasoning', id: `reasoning-${step}-${index}`, text, state };
}

function metadataOf({ provider }: Extract<Part, { type: 'reasoning' }>): Pick<ReasoningPart, 'providerMetadata'> {
  if (provider === undefined || provider === null) return {};
  const clean = cleanJson(provider);
  return { providerMetadata: isMetadata(clean) ? clean : { retinue: { provider: clean } } };
}

/** By provider, then by name: any other shape would make the client refuse the stream. */
function isMetadata(value: Json): value is ProviderMetadata {
  return isRecord(value) && Object.values(value).every(isRecord);
}

function isRecord(value: Json): value is Record<string, Json> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

function toolPart(call: CallState): ToolPart {
  const { callId, name, status, output, error } = call;
  const place = { type: `tool-${name}`, toolCallId: callId, input: cleanJson(call.args) } as const;
  if (status === 'requested' || status === 'running') return { ...place, state: 'input-available' };
  if (status === 'done') return { ...place, state: 'output-available', output: cleanJson(output?.value ?? null) };
  return { ...place, state: 'output-error', errorText: error ? reasonText(error) : endTexts[status] };
}

const endTexts = {
  failed: 'The call failed.',
  cancelled: 'The call was stopped.',
  interrupted: 'The call was interrupted; whether it took effect is not known.',
};
