import assert from 'node:assert/strict';
import demo from '../../../packages/demo/src/index.ts';
import { checkExtension } from '../../../packages/server/src/extensions/check-extension.ts';
import type { Tool } from '../../../packages/server/src/ports/engine/tool.ts';
import { builtInTools } from '../../../packages/server/src/tools/tools.ts';

const checked = checkExtension({ default: demo });
assert.ok(typeof checked === 'object', String(checked));

/** The built-in tools and those of the demo, as a server has them. */
export const installedTools: Tool[] = [...builtInTools, ...checked.tools];
