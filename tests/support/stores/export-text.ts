import { openExport } from '../../../packages/server/src/integrity/export/export-chat.ts';

/** A whole export as one text. */
export async function exportText(...asked: Parameters<typeof openExport>): Promise<string> {
  const { pieces } = await openExport(...asked);
  return (await Array.fromAsync(pieces())).join('');
}
