import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { ExtensionHooks } from '../extension.ts';
import type { Model } from '../ports/engine/model.ts';
import type { Tool } from '../ports/engine/tool.ts';
import { type Clock, systemClock } from '../ports/runtime/clock.ts';
import { type CheckedExtension, checkExtension } from './check-extension.ts';

/** Tools, providers and hooks of all extensions, in the order of their files. */
export interface LoadedExtensions {
  tools: Tool[];
  providers: Record<string, Model>;
  freeProviders: string[];
  hooks: { extension: string; hooks: ExtensionHooks }[];
}

/** The message names the file, the problem and the remedy. */
export class ExtensionError extends Error {
  override readonly name = 'ExtensionError';
}

function unusable(path: string, problem: string, cause?: unknown): ExtensionError {
  return new ExtensionError(
    `The extension ${path} can't be used: ${problem} Change it, or remove it from RETINUE_EXTENSIONS.`,
    { cause },
  );
}

/** Refuses the first extension that cannot be used. */
export async function loadExtensions(
  paths: readonly string[],
  builtInTools: readonly { name: string }[],
  clock: Clock = systemClock,
): Promise<LoadedExtensions> {
  const taken = { ...ownNames, tools: [...ownNames.tools, ...builtInTools.map(({ name }) => name)] };
  if (paths.length > 0) resolveOwnModules();
  const loaded: { path: string; extension: CheckedExtension }[] = [];
  for (const path of paths) {
    const extension = checkExtension(await importModule(path, clock));
    if (typeof extension === 'string') throw unusable(path, extension);
    const problem = duplicateIn(extension, loaded, taken);
    if (problem) throw unusable(path, problem);
    loaded.push({ path, extension });
  }
  const all = loaded.map(({ extension }) => extension);
  const providers = all.flatMap((extension) => extension.providers);
  return {
    tools: all.flatMap(({ tools }) => tools),
    providers: Object.fromEntries(providers.map((provider) => [provider.name, provider])),
    freeProviders: providers.filter(({ isFree }) => isFree).map(({ name }) => name),
    hooks: all.map(({ name, hooks }) => ({ extension: name, hooks })),
  };
}

/** Names that the engine and the settings give a meaning. */
const ownNames = {
  tools: ['newTask', 'taskResult', 'askUser', 'loadSkill'],
  providers: ['openai-compatible', 'scripted'],
};

/** A module may await anything before it is loaded, also something that never comes. */
async function importModule(path: string, clock: Clock): Promise<unknown> {
  if (!existsSync(path)) throw unusable(path, 'there is no such file.');
  const { promise: isLate, resolve } = Promise.withResolvers<typeof late>();
  using _timer = clock.after(maxLoadMs, () => resolve(late));
  const loaded = await Promise.race([loadModule(path), isLate]);
  if (loaded !== late) return loaded;
  const seconds = maxLoadMs / 1000;
  throw unusable(path, `loading it took longer than ${seconds} seconds. Check what it awaits at its top level.`);
}

async function loadModule(path: string): Promise<unknown> {
  try {
    return await import(pathToFileURL(path).href);
  } catch (error) {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    throw unusable(path, `loading it failed with ${reason}${/[.!?]$/.test(reason) ? '' : '.'}`, error);
  }
}

function duplicateIn(
  { name, tools, providers }: CheckedExtension,
  loaded: readonly { path: string; extension: CheckedExtension }[],
  taken: typeof ownNames,
): string | null {
  const ownerOf = (has: (extension: CheckedExtension) => boolean, isTaken: boolean) =>
    isTaken ? 'Retinue itself' : (loaded.find(({ extension }) => has(extension))?.path ?? null);
  const nameOwner = ownerOf((other) => other.name === name, false);
  if (nameOwner) return `the name "${name}" is used by ${nameOwner}. Choose another name.`;
  for (const [kind, names] of [
    ['tools', tools.map((tool) => tool.name)],
    ['providers', providers.map((provider) => provider.name)],
  ] as const) {
    for (const [index, one] of names.entries()) {
      const isOther = (extension: CheckedExtension) => extension[kind].some((other) => other.name === one);
      const owner = names.indexOf(one) < index ? 'the extension twice' : ownerOf(isOther, taken[kind].includes(one));
      if (owner) return `its ${kind.slice(0, -1)} "${one}" has a name that is used by ${owner}. Choose another name.`;
    }
  }
  return null;
}

const late = Symbol('late');
const maxLoadMs = 30_000;
let isResolving = false;

/** Makes `@retinue/server/extension` the same module for every extension, wherever its file is. */
function resolveOwnModules(): void {
  if (isResolving) return;
  isResolving = true;
  const url = new URL('../extension.ts', import.meta.url).href;
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === '@retinue/server/extension' ? { url, shortCircuit: true } : next(specifier, context),
  });
}
