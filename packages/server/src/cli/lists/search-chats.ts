import type { SearchGroup, SearchHit } from '@retinue/protocol';
import { localWorkspaceId } from '@retinue/protocol';
import { oneLine } from '../../views/plain-text.ts';
import type { CommandInput } from '../arguments.ts';
import { withConnection } from '../connection/connect.ts';
import type { Context } from '../context.ts';
import { print } from '../context.ts';
import type { Paint } from '../output/paint.ts';
import { ago } from './ago.ts';

export async function searchChats(
  context: Context,
  { given: { query: first = '' }, more }: CommandInput,
): Promise<void> {
  const text = [first, ...more].join(' ');
  const { terminal } = context;
  const query = { q: text.slice(0, maxQuery), limit: String(maxHits) };
  const page = await withConnection(context, { isReadOnly: true }, (client) =>
    client.search({ params: { workspaceId: localWorkspaceId }, query }),
  );
  print(context, page, page.results.map((group) => drawGroup(terminal.paint, group)).join('\n'));
  if (page.results.length === 0) terminal.err(`No results for "${oneLine(text)}".\n`);
  if (!page.isComplete) terminal.err('The search index is still being built. Retry in a moment.\n');
}

function drawGroup(paint: Paint, { chatId, title, hits }: SearchGroup): string {
  const lines = hits.filter(({ kind }) => kind !== 'title').map((hit) => drawHit(hit, paint));
  return [`${paint.bold(oneLine(title))}  ${paint.dim(chatId)}`, ...lines].join('\n');
}

function drawHit({ kind, threadId, agentName, path, snippet, at }: SearchHit, paint: Paint): string {
  const way = path.map((step) => oneLine(step.title)).join(' › ');
  const author = kind === 'message' || kind === 'reply' ? 'a person' : oneLine(agentName);
  const place = way === '' ? '' : `, ${way} (${threadId})`;
  return `  ${paint.dim(`${kind} of ${author}${place}, ${ago(Date.now() - at)}:`)} ${drawSnippet(snippet, paint)}`;
}

/** Cleans each piece by itself: the text of a model may hold characters that move the cursor. */
function drawSnippet({ text, marks }: SearchHit['snippet'], paint: Paint): string {
  let [drawn, place] = ['', 0];
  for (const [from, to] of marks) {
    drawn += `${cleanPiece(text.slice(place, from))}${paint.bold(cleanPiece(text.slice(from, to)))}`;
    place = to;
  }
  return drawn + cleanPiece(text.slice(place));
}

/** As one line, with the spaces at its ends. */
function cleanPiece(text: string): string {
  return oneLine(`|${text}|`).slice(1, -1);
}

const maxHits = 50;
const maxQuery = 500;
