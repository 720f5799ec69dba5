import { factShapes } from '@retinue/protocol';
import { z } from 'zod';
import { referenceDocument } from '../packages/server/src/http/reference-document.ts';

/** By their path. A house test fails when one of them is not what the code says. */
export function generatedDocuments(): Record<string, string> {
  return { 'docs/http-api.md': referenceDocument(), 'docs/events.md': eventsDocument() };
}

function eventsDocument(): string {
  const sections = Object.entries(factShapes).map(([type, shape]) => {
    const { properties = {} } = z.toJSONSchema(shape, { unrepresentable: 'any' }) as {
      properties?: Record<string, object>;
    };
    const rows = Object.entries(properties).map(([name, schema]) => `| \`${name}\` | ${describe(schema)} |`);
    return `## ${type}\n\n${rows.length > 0 ? `| field | |\n|---|---|\n${rows.join('\n')}` : 'No fields.'}\n`;
  });
  return `# Events

Made from \`packages/protocol/src/events.ts\` by \`npm run docs\`. Every event also has \`position\` (its place in the whole log, and the cursor of
streams), \`workspaceId\`, \`rootId\`, \`threadId\`, \`seq\` (its place in its thread, without gaps), \`at\`, \`actor\` and \`commandId\`. Shapes are final: a new shape
is a new type.

${sections.join('\n')}`;
}

function describe(schema: object): string {
  const { type, anyOf, enum: words, items, properties } = schema as Record<string, unknown>;
  if (Array.isArray(words)) return words.map((word) => `\`${word}\``).join(', ');
  if (Array.isArray(anyOf)) return [...new Set(anyOf.map((one) => describe(one)))].join(' or ');
  if (type === 'array') return items ? `list of ${describe(items as object)}` : 'list';
  if (type === 'object') {
    const names = Object.keys((properties as object | undefined) ?? {});
    return names.length > 0 ? `{ ${names.join(', ')} }` : 'object';
  }
  return typeof type === 'string' ? type : 'any JSON';
}
