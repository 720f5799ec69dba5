// npm run docs: the documents that are generated from the code.
import { writeFileSync } from 'node:fs';
import { generatedDocuments } from './generated-documents.ts';

for (const [path, text] of Object.entries(generatedDocuments())) {
  writeFileSync(new URL(`../${path}`, import.meta.url), text);
  console.log(path);
}
