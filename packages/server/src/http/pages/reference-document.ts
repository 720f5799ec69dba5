import type { Route } from '@retinue/protocol';
import { refusals, routeGroups } from '@retinue/protocol';
import { z } from 'zod';

/** The API as a document. */
export function referenceDocument(): string {
  const sections = Object.entries(routeGroups).map(([name, ofGroup]) => section(name, ofGroup));
  return `# HTTP API

Generated from the table of routes in \`packages/protocol/src/api\` by \`npm run docs\`. A running server has the same at \`/docs\`, and as OpenAPI 3.1 with
every schema at \`/api/openapi.json\`.

- Sign in with the cookie and the page key of a sign-in link, or send \`Authorization: Bearer <token>\` with the token in the data directory.
- Policies: *public*: anyone; *signed-in*: any signed-in person; *read* and *write*: members of the workspace; *owner*: the owner of the server.
- A POST may carry an \`Idempotency-Key\`: the same key twice within 24 hours has one effect and one reply; with another body it is
  refused (422).
- A PATCH of an agent, a skill, a provider or a workspace may carry \`If-Match: "<version>"\`: it is refused (412) if the version has changed.
- Errors are \`application/problem+json\`: a stable \`code\` with its own fields ([error codes](#error-codes)), and a \`detail\` with the problem and the
  remedy. \`errors\` has the wrong members of the request, each with \`path\`, \`code\`, its fields and a \`message\`. Unknown fields are refused.
- Lists return at most 100 \`results\` and a \`cursor\` for the next page.

${sections.join('\n')}
${errorCodes()}`;
}

function errorCodes(): string {
  const rows = Object.entries(refusals).map(([code, { status, fields }]) => {
    const names = Object.keys(fields).map((name) => `\`${name}\``);
    return `| \`${code}\` | ${status} | ${names.join(' ')} |`;
  });
  return `## Error codes\n\n| code | status | fields |\n|---|---|---|\n${rows.join('\n')}\n`;
}

function section(name: string, ofGroup: Record<string, Route>): string {
  const rows = Object.values(ofGroup).map(row).join('\n');
  return `## ${name}\n\n| | | takes | policy |\n|---|---|---|---|\n${rows}\n`;
}

function row({ method, path, summary, query, body, policy }: Route): string {
  const takes = [...fieldsOf(query).map((name) => `?${name}`), ...fieldsOf(body)].map((name) => `\`${name}\``);
  return `| \`${method} ${path}\` | ${summary.replaceAll('|', '\\|')} | ${takes.join(' ')} | ${policy} |`;
}

function fieldsOf(schema: z.ZodType | undefined): string[] {
  if (!schema) return [];
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.keys(properties);
}
