import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Ask } from '../reads.ts';
import { toStoreError } from './problems.ts';

/** Big integers come as text from the driver; ours are all far below 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) => (id === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(id, format)),
};

export function connectionOptions(url: string) {
  return { connectionString: url, types, connectionTimeoutMillis: 5000, application_name: 'retinue', keepAlive: true };
}

/** Statements are prepared by the server once per connection, under a name that follows from their text. */
export function asking(client: Pick<pg.ClientBase, 'query'>): Ask {
  return async (text, values) => {
    try {
      const numbered = numberPlaces(text);
      const query = values.length === 0 ? numbered : { name: nameOf(numbered), text: numbered, values: [...values] };
      const result = await client.query(query);
      return Array.isArray(result) ? (result.at(-1)?.rows ?? []) : result.rows;
    } catch (error) {
      throw toStoreError(error);
    }
  };
}

const numbered = new Map<string, string>();

/** `?` becomes `$1`, `$2` and so on. */
function numberPlaces(text: string): string {
  return numbered.getOrInsertComputed(text, () => {
    let count = 0;
    return text.replace(/\?/g, () => `$${++count}`);
  });
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  return names.getOrInsertComputed(text, () => createHash('sha1').update(text).digest('base64url'));
}
