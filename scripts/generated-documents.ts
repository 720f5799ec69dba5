import { factShapes, triggerDescriptions, triggerPlaceShape, triggerShapes } from '@retinue/protocol';
import { z } from 'zod';
import { referenceDocument } from '../packages/server/src/http/pages/reference-document.ts';

/** By their path. A house test fails when one of them is not what the code says. */
export function generatedDocuments(): Record<string, string> {
  return {
    'docs/http-api.md': referenceDocument(),
    'docs/events.md': eventsDocument(),
    'docs/triggers.md': triggersDocument(),
  };
}

function eventsDocument(): string {
  const sections = Object.entries(factShapes).map(([type, shape]) => {
    const rows = rowsOf(shape);
    return `## ${type}\n\n${rows.length > 0 ? `| field | |\n|---|---|\n${rows.join('\n')}` : 'No fields.'}\n`;
  });
  return `# Events

Made from \`packages/protocol/src/events/events.ts\` by \`npm run docs\`. Every event also has \`position\` (its place in the whole log, and the cursor of
streams), \`workspaceId\`, \`rootId\`, \`threadId\`, \`seq\` (its place in its thread, without gaps), \`at\`, \`actor\` and \`commandId\`. Shapes are final: a new shape
is a new type.

${sections.join('\n')}`;
}

function triggersDocument(): string {
  const names = Object.keys(triggerShapes) as (keyof typeof triggerShapes)[];
  const sections = names.map(
    (name) =>
      `## ${name}\n\n${triggerDescriptions[name]}\n\n| field of \`data\` | |\n|---|---|\n${rowsOf(triggerShapes[name]).join('\n')}\n`,
  );
  return `# Triggers

Made from \`packages/protocol/src/events/triggers.ts\` by \`npm run docs\`. A trigger follows from one event of the log. Every one has a \`type\`, its \`data\`, and:

| field | |
|---|---|
${rowsOf(z.strictObject(triggerPlaceShape)).join('\n')}

## Hooks

Functions in the server's process that are called after the commit. They are a part of an [extension](extensions.md).

## Webhooks

Set up in the settings of a workspace, by \`POST …/webhooks\`, or by \`retinue webhooks add\`. Each trigger is one POST with the trigger as JSON; an answer
of 2xx within 10 seconds takes it. It is sent at least once: know a delivery by its \`webhook-id\`.

| header | |
|---|---|
| \`webhook-id\` | of the delivery; the same however often it is sent |
| \`webhook-timestamp\` | when it was sent, in seconds since 1970 |
| \`webhook-signature\` | \`v1,\` and HMAC-SHA256 of \`<id>.<timestamp>.<body>\` in base64, as Standard Webhooks has it |
| \`retinue-signature\` | \`v1=\` and the same in hex |

The key is the secret: what follows \`whsec_\`, from base64; or, without that, its bytes as they are. Refuse what is older than five minutes. Deliveries
come in order, one at a time; one that fails is tried eight times within about four hours (three times after a 4xx), then given up, and the
next one comes. After five given up in a row, or an answer of 410, the webhook is disabled; what happens then is not sent. Addresses that are not on
the open internet must be named in \`RETINUE_ALLOWED_HOSTS\`. A test has the type \`test\` and no \`data\`.

${sections.join('\n')}`;
}

function rowsOf(shape: z.ZodType): string[] {
  const { properties = {} } = z.toJSONSchema(shape, { unrepresentable: 'any' }) as {
    properties?: Record<string, object & { description?: string }>;
  };
  return Object.entries(properties).map(
    ([name, schema]) =>
      `| \`${name}\` | ${describe(schema)}${schema.description === undefined ? '' : `: ${schema.description}`} |`,
  );
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
