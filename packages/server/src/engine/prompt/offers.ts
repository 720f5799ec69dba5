import type { ResultSchema, ThreadState } from '@retinue/protocol';
import { z } from 'zod';
import type { ToolOffer } from '../../ports/engine/model.ts';
import type { Tool, Tools } from '../../ports/engine/tool.ts';
import { introduce } from '../../prompts/system-prompt.ts';
import { delegatesOf } from '../../rights/delegates.ts';
import { usableTools } from '../../rights/rights.ts';
import { type ControlName, controlInputs } from '../calls/control-tools.ts';
import { resultInput } from '../calls/result-contract.ts';
import { askUserDescription, newTaskDescription } from './copy.ts';

/** The tools that a thread's agent may use in this place of the tree. */
export function offersFor(tools: Tools, thread: ThreadState): ToolOffer[] {
  const own = usableTools(thread).flatMap((name) => {
    const tool = tools.find(name);
    return tool ? [offerTool(tool)] : [];
  });
  return [...own, ...controlOffers(thread)];
}

function controlOffers(thread: ThreadState): ToolOffer[] {
  const offers: ToolOffer[] = [];
  const { offered } = delegatesOf(thread);
  if (offered.length > 0)
    offers.push(offerControl('newTask', [newTaskDescription, ...offered.map(introduce)].join('\n')));
  if (thread.parent) offers.push(offerResult(thread));
  if (usableTools(thread).includes('askUser')) offers.push(offerControl('askUser', askUserDescription));
  return offers;
}

/** Puts the schema of the result into the schema of the call, where models follow it best. */
function offerResult(thread: ThreadState): ToolOffer {
  const offer = offerControl('taskResult', 'End your task with its result.');
  const result = resultInput(thread);
  if (!result) return offer;
  return { ...offer, input: contractInputs.getOrInsertComputed(result, () => withResult(offer.input, result)) };
}

const contractInputs = new WeakMap<object, ToolOffer['input']>();

function withResult(input: ToolOffer['input'], result: ResultSchema): ToolOffer['input'] {
  return { ...input, properties: { ...(input.properties as object), result } };
}

function offerControl(name: ControlName, description: string): ToolOffer {
  return { name, description, effect: 'idempotent', input: jsonSchemaOf(controlInputs[name]) };
}

function offerTool({ name, description, effect, input }: Tool): ToolOffer {
  return { name, description, effect, input: jsonSchemaOf(input) };
}

const jsonSchemas = new WeakMap<z.ZodType, Record<string, unknown>>();

function jsonSchemaOf(schema: z.ZodType): Record<string, unknown> {
  const known =
    jsonSchemas.get(schema) ??
    (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Record<string, unknown>);
  jsonSchemas.set(schema, known);
  return known;
}
