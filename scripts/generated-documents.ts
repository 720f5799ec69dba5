import { factShapes, reasonShapes, triggerDescriptions } from '@retinue/protocol';
import { z } from 'zod';
import { groups } from '../packages/server/src/cli/copy.ts';
import { helpFor } from '../packages/server/src/cli/help.ts';
import { verbs } from '../packages/server/src/cli/verbs.ts';
import { referenceDocument } from '../packages/server/src/http/pages/reference-document.ts';
import { triggerPlaceShape, triggerShapes } from '../packages/server/src/ports/log/triggers.ts';
import { settingGroups } from '../packages/server/src/settings.ts';

/** By their path. A test in tests/architecture fails when one of them does not match the code. */
export function generatedDocuments(): Record<string, string> {
  return {
    'docs/http-api.md': referenceDocument(),
    'docs/cli.md': cliDocument(),
    'docs/settings.md': settingsDocument(),
    'docs/events.md': eventsDocument(),
    'docs/triggers.md': triggersDocument(),
  };
}

function cliDocument(): string {
  const help = (name: string | null) => `\`\`\`text\n${helpFor(name, (command) => `retinue ${command}`)}\`\`\`\n`;
  const sections = Object.keys(groups).map((group) => {
    const names = [...verbs].flatMap(([name, verb]) => (verb.help.group === group ? [name] : []));
    return `## ${group}\n\n${names.map((name) => `### ${name}\n\n${help(name)}`).join('\n')}`;
  });
  return `# Command line

Made from \`packages/server/src/cli/copy.ts\` and the contracts of the routes by \`npm run docs\`. In a checkout, \`npm run retinue --\` stands for \`retinue\`:

\`\`\`sh
npm run retinue -- run "Which city had the cleanest air in 2023, and what does electricity cost in Norway?"
npm run retinue -- tree last        # the tree of the newest chat
npm run retinue -- --help           # all commands
\`\`\`

\`\`\`text
├─ ▣ Planner  Prepare a report on electric cars in Norway and Germany since 2019  Done  7 calls · 2.6 s
│  ├─ ▲ Analyst  How did the new electric car registrations change …  Done
│  ├─ ■ Researcher  What was the share of new cars in Norway …  Done
├─ ▲ Analyst  How did the rents in Oslo change since 2019?  Done
\`\`\`

The command line is a client of the HTTP API. While a server runs on the store, it uses that server; otherwise it runs the same app in its own process.
\`verify\`, \`backup\` and \`restore\` use the store itself, so they also work where no server can start.

${help(null)}
${sections.join('\n')}`;
}

function settingsDocument(): string {
  const sections = Object.entries(settingGroups).map(([title, group]) => {
    const rows = Object.entries(group).map(([name, setting]) => {
      const { data: value } = setting.safeParse(undefined);
      const { description, shownDefault = typeof value === 'string' ? `\`${value}\`` : (value ?? '') } =
        setting.meta() ?? {};
      return `| \`${name}\` | ${description} | ${shownDefault === '' ? '' : `${shownDefault} `}|`;
    });
    const more = settingExamples[title];
    return `## ${title}\n\n| Variable | Meaning | Default |\n|---|---|---|\n${rows.join('\n')}\n${more === undefined ? '' : `\n${more}\n`}`;
  });
  return `# Settings

Made from \`packages/server/src/settings.ts\` by \`npm run docs\`. The server reads its settings from environment variables. It does not start with a wrong or
unknown setting, and names every problem. Agents, providers, prices, skills, webhooks and the limits of a workspace are set in the web app, or over the
[HTTP API](http-api.md).

\`\`\`sh
RETINUE_PORT=8080 npm start
\`\`\`

${sections.join('\n')}
## Upgrades

After an upgrade, an open page continues. Started with \`npm start\`, the server keeps the web files of the earlier build for a day. A container image holds the
files of its own build only: a page that needs an earlier file reloads once and keeps its drafts.
`;
}

/** Added below the settings of a heading. */
const settingExamples: Record<string, string> = {
  'Models and outgoing requests': `One model server for all built-in agents, without adding a provider:

\`\`\`sh
RETINUE_MODEL=openai-compatible/llama3.3 RETINUE_BASE_URL=http://127.0.0.1:11434/v1 npm start
\`\`\``,
  Extensions: '`RETINUE_HOOKS` is no longer a setting: hooks are part of an extension.',
};

function eventsDocument(): string {
  const sections = Object.entries(factShapes).map(([type, shape]) => {
    const rows = rowsOf(shape);
    return `## ${type}\n\n${rows.length > 0 ? `| field | |\n|---|---|\n${rows.join('\n')}` : 'No fields.'}\n`;
  });
  return `# Events

Generated from \`packages/protocol/src/events/events.ts\` by \`npm run docs\`. Every event also has \`position\` (its place in the whole log, and the cursor of
streams), \`workspaceId\`, \`rootId\`, \`threadId\`, \`seq\` (its place in its thread, without gaps), \`at\`, \`actor\` and \`commandId\`. Shapes are final: a new shape
is a new type.

${sections.join('\n')}
## Reasons

Why something failed, ended or was stopped: a \`code\` and its fields. The code \`text\` holds a sentence of a release that stored sentences.
The HTTP API adds the text for people.

| code | fields |
|---|---|
${reasonRows().join('\n')}
`;
}

function reasonRows(): string[] {
  return Object.entries(reasonShapes).map(([code, shape]) => {
    const names = Object.keys(shape).map((name) => `\`${name}\``);
    return `| \`${code}\` | ${names.join(', ')} |`;
  });
}

function triggersDocument(): string {
  const names = Object.keys(triggerShapes) as (keyof typeof triggerShapes)[];
  const sections = names.map(
    (name) =>
      `## ${name}\n\n${triggerDescriptions[name]}\n\n| field of \`data\` | |\n|---|---|\n${rowsOf(triggerShapes[name]).join('\n')}\n`,
  );
  return `# Triggers

Generated from \`packages/server/src/ports/log/triggers.ts\` by \`npm run docs\`. A trigger follows from one event of the log. Each has a \`type\`, its \`data\`, and:

| field | |
|---|---|
${rowsOf(z.strictObject(triggerPlaceShape)).join('\n')}

## Hooks

Functions in the server's process that are called after the commit. They are a part of an [extension](extensions.md).

## Webhooks

Add a webhook in the settings of a workspace, with \`POST …/webhooks\`, or with \`retinue webhooks add\`. Retinue sends each trigger as JSON in one POST.
A reply of 2xx within 10 seconds accepts it. A delivery is sent at least once: recognize a repeated one by its \`webhook-id\`.

| header | |
|---|---|
| \`webhook-id\` | Id of the delivery; the same in every attempt |
| \`webhook-timestamp\` | Time of the attempt, in seconds since 1970 |
| \`webhook-signature\` | \`v1,\` and the HMAC-SHA256 of \`<id>.<timestamp>.<body>\` in base64, as in [Standard Webhooks](https://www.standardwebhooks.com) |

The key of the signature is the secret: the part after \`whsec_\`, decoded from base64, or the bytes of a secret without that prefix. Refuse deliveries
older than five minutes.

Deliveries come in order, one at a time. A failed delivery is attempted eight times within about four hours (three times after a 4xx), then given up, and
the next one follows. After five given up in a row, or a reply of 410, the webhook is disabled; events while it is disabled are not sent. An address
outside the open internet must be listed in \`RETINUE_ALLOWED_HOSTS\`. A test delivery has the type \`test\` and no \`data\`.

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
  const { type, anyOf, enum: words, items, properties, title } = schema as Record<string, unknown>;
  if (title === 'Reason') return '[reason](events.md#reasons)';
  if (Array.isArray(words)) return words.map((word) => `\`${word}\``).join(', ');
  if (Array.isArray(anyOf)) return [...new Set(anyOf.map((one) => describe(one)))].join(' or ');
  if (type === 'array') return items ? `list of ${describe(items as object)}` : 'list';
  if (type === 'object') {
    const names = Object.keys((properties as object | undefined) ?? {});
    return names.length > 0 ? `{ ${names.join(', ')} }` : 'object';
  }
  return typeof type === 'string' ? type : 'any JSON';
}
