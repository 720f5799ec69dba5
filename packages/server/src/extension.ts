import type { z } from 'zod';
import type { BeforeHooks } from './ports/engine/before-hooks.ts';
import type { Json, Model } from './ports/engine/model.ts';
import type { Tool, ToolContext } from './ports/engine/tool.ts';
import type { Hooks } from './ports/log/triggers.ts';

/*
 * The public API of extensions, and the only module of the server that an extension imports. Unstable: it may change with any
 * release. docs/extensions.md explains it.
 */
export interface Extension {
  /** Unique; lower-case letters, digits and hyphens. It names the extension in the log and in errors. */
  name: string;
  tools?: readonly ExtensionTool[];
  providers?: readonly ExtensionProvider[];
  hooks?: ExtensionHooks;
}

/** A tool that agents can use. Its input is checked against `input` before `run` is called. */
export interface ExtensionTool extends Omit<Tool, 'timeoutMs' | 'outputBytes' | 'run'> {
  /** 60 seconds by default. */
  timeoutMs?: number;
  /** Maximum size in the prompt, 64 KiB by default. The whole output is stored either way. */
  outputBytes?: number;
  /** An error that it throws ends the call as failed, with the message for the model. */
  run(input: unknown, context: ToolContext): Json | Promise<Json>;
}

/** A source of models, chosen as `<name>/<model>`. */
export interface ExtensionProvider extends Model {
  name: string;
  /** Its use costs nothing. Otherwise a workspace can set prices for its models. */
  isFree?: boolean;
}

/** Named as the triggers: called after the commit. `beforeTask` and `beforeCall`: called before it, can refuse or amend. */
export interface ExtensionHooks extends Hooks, BeforeHooks {}

export function defineExtension(extension: Extension): Extension {
  return extension;
}

/** Checks the types of `run` against the input schema. */
export function defineTool<Input extends z.ZodType>(
  tool: Omit<ExtensionTool, 'input' | 'run'> & {
    input: Input;
    run(input: z.infer<Input>, context: ToolContext): Json | Promise<Json>;
  },
): ExtensionTool {
  return tool;
}

export { z } from 'zod';
export type { BeforeCall, BeforeTask, HookDecision } from './ports/engine/before-hooks.ts';
export { readFrame } from './ports/engine/frames.ts';
export type { Json, Model, ModelPiece, ModelRequest, PromptMessage, ToolResult } from './ports/engine/model.ts';
export { ModelError } from './ports/engine/model.ts';
export type { ToolContext } from './ports/engine/tool.ts';
