import { pathToFileURL } from 'node:url';
import type { Hooks } from '@retinue/protocol';
import { hooksIn } from './hooks.ts';

/** The owner's module. One that can't be used is refused in words, before anything starts. */
export async function loadHooks(path: string): Promise<Hooks> {
  const module = await import(pathToFileURL(path).href).catch((cause: unknown) => {
    throw new Error(`The module of RETINUE_HOOKS can't be loaded: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    });
  });
  const hooks = hooksIn(module);
  if (typeof hooks === 'string') throw new Error(`The module of RETINUE_HOOKS can't be used: ${hooks}.`);
  return hooks;
}
