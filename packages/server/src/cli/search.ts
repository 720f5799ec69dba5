import type { SearchGroup, SearchHit, SearchPage } from '@retinue/protocol';
import { localWorkspaceId } from '@retinue/protocol';
import { openReadOnly, searchReadOnly } from '../main.ts';
import { ago } from '../projections/figures.ts';
import { oneLine } from '../projections/text.ts';
import { connect } from './connect.ts';
import type { Context } from './context.ts';
import { type ExitCode, exitCodes } from './exit.ts';

/** Where words are. Through the server if one runs; else from the store, which nothing is changed in. */
export async function search(context: Context, { words }: { words: string }): Promise<{ code: ExitCode }> {
  const { terminal, isJson } = context;
  const page = await ask(context, words);
  if (isJson) terminal.out(`${JSON.stringify(page)}\n`);
  else for (const group of page.results) terminal.out(drawGroup(context, group));
  if (page.results.length === 0) terminal.err(`Nothing has "${oneLine(words)}" in it.\n`);
  if (!page.isComplete) terminal.err('The store is still being read for the first time: ask again in a moment.\n');
  return { code: exitCodes.ok };
}

async function ask({ config }: Context, words: string): Promise<SearchPage> {
  const server = await connect(config);
  const query = { q: words.slice(0, longestQuery), limit: String(mostHits) };
  if (server) return server.client.search({ params: { workspaceId: localWorkspaceId }, query });
  const log = await openReadOnly(config);
  const finder = searchReadOnly(config, log);
  try {
    return await finder.find(localWorkspaceId, { words: query.q, limit: mostHits, offset: 0 });
  } finally {
    await finder.close();
    await log.close();
  }
}

function drawGroup({ terminal: { paint } }: Context, { chatId, title, hits }: SearchGroup): string {
  const lines = hits.flatMap((hit) => (hit.kind === 'title' ? [] : [drawHit(hit, paint)]));
  return `${paint.bold(oneLine(title))}  ${paint.dim(chatId)}\n${lines.join('')}`;
}

function drawHit(hit: SearchHit, paint: Context['terminal']['paint']): string {
  const { kind, threadId, agentName, path, snippet, at } = hit;
  const way = path.map((step) => oneLine(step.title)).join(' › ');
  const where = `${kind} of ${kind === 'message' || kind === 'reply' ? 'a person' : oneLine(agentName)}`;
  const place = way === '' ? '' : `, ${way} (${threadId})`;
  return `  ${paint.dim(`${where}${place}, ${ago(Date.now() - at)}:`)} ${drawSnippet(snippet, paint)}\n`;
}

/** Each piece on its own: what a model writes may hold what moves the cursor. */
function drawSnippet({ text, marks }: SearchHit['snippet'], paint: Context['terminal']['paint']): string {
  let [drawn, place] = ['', 0];
  for (const [from, to] of marks) {
    drawn += `${visible(text.slice(place, from))}${paint.bold(visible(text.slice(from, to)))}`;
    place = to;
  }
  return drawn + visible(text.slice(place));
}

/** As one line, with the spaces at its ends. */
function visible(text: string): string {
  return oneLine(`|${text}|`).slice(1, -1);
}

const mostHits = 50;
const longestQuery = 500;
