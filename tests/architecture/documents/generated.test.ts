import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { generatedDocuments } from '../../../scripts/generated-documents.ts';
import { expectNone } from '../expect-none.ts';

test('[H10] the generated documents match the code', () => {
  const root = new URL('../../../', import.meta.url);
  const stale = Object.entries(generatedDocuments()).filter(
    ([path, text]) => readFileSync(new URL(path, root), 'utf8') !== text,
  );
  expectNone(stale.map(([path]) => `${path} is not what the code says. Run: npm run docs`));
});
