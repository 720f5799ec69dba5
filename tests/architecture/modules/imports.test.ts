import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectNone } from '../expect-none.ts';
import { isTest, isTypeScript, readFiles } from '../source.ts';
import { forbiddenImports, unusedPermissions } from './imports.ts';

test('[H1] a file imports only what its module may import', () => {
  const files = readFiles((path) => isTypeScript(path));
  expectNone(files.flatMap(forbiddenImports));
});

test('[H1] every library that a module may import is imported there', () => {
  const files = readFiles((path) => isTypeScript(path) && !isTest(path));
  expectNone(unusedPermissions(files));
});

test('[H1] the import table refuses forbidden imports', () => {
  const refused: [path: string, text: string][] = [
    ['packages/protocol/src/fold.ts', "import { hash } from 'node:crypto';"],
    ['packages/protocol/src/fold.ts', "import { useState } from 'react';"],
    ['packages/server/src/engine/take-step.ts', "import { openLog } from '../log/sqlite.ts';"],
    ['packages/server/src/engine/take-step.ts', "import type { Row } from '../log/sqlite.ts';"],
    ['packages/server/src/engine/take-step.ts', "export * from '../commands/load.ts';"],
    ['packages/server/src/engine/take-step.ts', "const log = await import('../log/sqlite.ts');"],
    ['packages/server/src/engine/take-step.ts', "type Row = import('../log/sqlite.ts').Row;"],
    ['packages/server/src/engine/take-step.ts', "import { request } from 'node:http';"],
    ['packages/server/src/tools/search.ts', "import { DatabaseSync } from 'node:sqlite';"],
    ['packages/server/src/main.ts', "import { DatabaseSync } from 'node:sqlite';"],
    ['packages/server/src/models/remote/vendors.ts', "import pg from 'pg';"],
    ['packages/demo/src/turn.ts', "import { readFrame } from '../../server/src/ports/frames.ts';"],
    ['packages/demo/src/turn.ts', "import { foldThread } from '@retinue/protocol';"],
    ['packages/server/src/main.ts', "import demo from '@retinue/demo';"],
    ['packages/server/src/cli/run.ts', "import { takeStep } from '../engine/take-step.ts';"],
    ['packages/server/src/log/sqlite.ts', "import { readConfig } from '../config.ts';"],
    ['packages/server/src/log/sqlite.ts', "import { rows } from './sqlite.test.ts';"],
    ['packages/server/src/log/sqlite.ts', "import { start } from '../../../../scripts/start.ts';"],
    ['packages/server/src/stray.ts', 'export const one = 1;'],
    ['packages/web/src/ui/button.tsx', "import type { ThreadId } from '@retinue/protocol';"],
    ['packages/web/src/store/threads.ts', "import { useState } from 'react';"],
    ['packages/web/src/components/tasks/task-row.tsx', "import { start } from '@retinue/server';"],
  ];
  for (const [path, text] of refused) {
    assert.equal(forbiddenImports({ path, text }).length, 1, `${path}: ${text}`);
  }
});

test('[H1] the import table allows permitted imports', () => {
  const allowed: [path: string, text: string][] = [
    ['packages/protocol/src/fold.ts', "import { z } from 'zod'; import '../names/ids.ts';"],
    ['packages/server/src/engine/take-step.ts', "import type { EventLog } from '../ports/event-log.ts';"],
    ['packages/server/src/engine/take-step.ts', "import { foldThread } from '@retinue/protocol';"],
    ['packages/server/src/log/sqlite.ts', "import { DatabaseSync } from 'node:sqlite';"],
    ['packages/server/src/models/compatible.ts', "import { create } from '@ai-sdk/openai-compatible';"],
    ['packages/server/src/cli/run.ts', "import { build } from '../main.ts'; import { read } from '../config.ts';"],
    ['packages/server/src/main.ts', "import { open } from './log/sqlite.ts';"],
    ['packages/server/src/engine/take-step.test.ts', "import { open } from '../log/sqlite.ts';"],
    ['packages/demo/src/turn.ts', "import { readFrame } from '@retinue/server/extension';"],
    ['packages/web/src/store/use-thread.ts', "import { useState } from 'react';"],
    ['tests/crash/run.ts', "import pg from 'pg';"],
    ['packages/server/src/engine/take-step.ts', "// import pg from 'pg'"],
  ];
  for (const [path, text] of allowed) assert.deepEqual(forbiddenImports({ path, text }), [], `${path}: ${text}`);
});
