import type { Route } from '@retinue/protocol';
import { routeGroups } from '@retinue/protocol';
import { openApiOf } from './openapi.ts';

/** The API for people, from the same table. */
export function referencePage(): string {
  made ??= page();
  return made;
}

let made: string | null = null;

function page(): string {
  const contents = Object.keys(routeGroups)
    .map((name) => `<li><a href="#${slug(name)}">${name}</a></li>`)
    .join('');
  const sections = Object.entries(routeGroups)
    .map(([name, ofGroup]) => sectionOf(name, ofGroup))
    .join('\n');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Retinue API</title><link rel="stylesheet" href="/assets/page.css"></head>
<body class="docs"><main>
<h1>Retinue API</h1>
<p>JSON over HTTP. Sign in with the cookie and the page key of a sign-in link, or send <code>Authorization: Bearer</code> with the token of the
token file. A POST may carry an <code>Idempotency-Key</code>: the same key twice within 24 hours has one effect and one answer.
Errors are <code>application/problem+json</code> with a stable <code>code</code> and a text that says what to do.
For programs, this page is also <a href="/api/openapi.json">openapi.json</a>.</p>
<nav aria-label="Contents"><ul>${contents}</ul></nav>
${sections}
</main></body></html>`;
}

function sectionOf(name: string, ofGroup: Record<string, Route>): string {
  return `<section id="${slug(name)}"><h2>${name}</h2>${Object.entries(ofGroup)
    .map(([one, route]) => articleOf(one, route))
    .join('\n')}</section>`;
}

function articleOf(name: string, { method, path, policy, summary, status }: Route): string {
  const operation = operationAt(path, method);
  const fields = operation.parameters
    .filter((parameter) => parameter.in !== 'header')
    .map((one) => `<li><code>${one.name}</code> <small>${one.in}${one.required ? '' : ', optional'}</small></li>`)
    .join('');
  const body = operation.requestBody?.content['application/json'].schema;
  return `<article id="${name}"><h3><span class="method">${method}</span> <code>${escaped(path)}</code></h3>
<p>${escaped(summary)} <small>${policy}, ${status}</small></p>${fields ? `<ul>${fields}</ul>` : ''}
${body ? `<details><summary>Body</summary><pre>${escaped(JSON.stringify(body, null, 2))}</pre></details>` : ''}</article>`;
}

interface Operation {
  parameters: { name: string; in: string; required: boolean }[];
  requestBody?: { content: { 'application/json': { schema: unknown } } };
}

function operationAt(path: string, method: string): Operation {
  const { paths } = openApiOf() as { paths: Record<string, Record<string, Operation>> };
  return paths[path]?.[method.toLowerCase()] ?? { parameters: [] };
}

function slug(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
