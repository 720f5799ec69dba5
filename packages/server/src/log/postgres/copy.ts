import type { StoreProblem } from '../../ports/log/store-error.ts';

/* Each says what is wrong with the database, and what to do. */

export type DatabaseProblem =
  | 'unreachable'
  | 'crowded'
  | 'refused'
  | 'full'
  | 'read-only'
  | 'damaged'
  | 'forbidden'
  | 'busy';

export const databaseProblems: Record<DatabaseProblem, [code: StoreProblem, message: (cause: string) => string]> = {
  unreachable: [
    'unreachable',
    (cause) =>
      `The database can't be reached (${cause}). Acknowledged work is kept. See whether PostgreSQL runs and DATABASE_URL is right; work resumes by itself at the next start.`,
  ],
  crowded: [
    'unreachable',
    () => 'PostgreSQL has no free connection. Raise its max_connections, or end other clients. Work resumes by itself.',
  ],
  refused: ['unreadable', (cause) => `PostgreSQL refuses the connection: ${cause}. Check DATABASE_URL.`],
  full: ['full', () => 'The disk of the database is full. Acknowledged work is kept. Free some space and start again.'],
  'read-only': [
    'read-only',
    () => "The database can't be written: it is read-only. Name the primary server in DATABASE_URL.",
  ],
  damaged: [
    'corrupt',
    (cause) => `The store in the database is damaged: ${cause}. Nothing was changed. Restore a copy.`,
  ],
  forbidden: [
    'read-only',
    (cause) => `PostgreSQL denies permission: ${cause}. Nothing was changed. Grant it to the role in DATABASE_URL.`,
  ],
  busy: ['busy', (cause) => `PostgreSQL gave up: ${cause}. Nothing was changed. Retry in a moment.`],
};

export const pooledText =
  'DATABASE_URL leads through a connection pooler that shares sessions between clients (transaction or statement pooling). Retinue needs sessions of its own. Name PostgreSQL itself in DATABASE_URL, or set the pooler to session pooling.';
