/*
 * Texts of the released migrations, for both databases. A test ensures that none of them ever changes. The dialect
 * fills in `$id` and similar slots: in PostgreSQL text is compared byte by byte (COLLATE "C"), as in SQLite.
 */
const dialects = {
  sqlite: {
    $id: 'TEXT',
    $integer: 'INTEGER',
    $number: 'INTEGER',
    $position: 'INTEGER PRIMARY KEY AUTOINCREMENT',
    $strict: ' STRICT',
    $byKey: ' STRICT, WITHOUT ROWID',
  },
  postgres: {
    $id: 'TEXT COLLATE "C"',
    $integer: 'BIGINT',
    $number: 'BIGINT GENERATED ALWAYS AS IDENTITY',
    $position: 'BIGINT PRIMARY KEY',
    $strict: '',
    $byKey: '',
  },
} as const;

export function inDialect(kind: keyof typeof dialects, text: string): string {
  const names = dialects[kind];
  return text.replace(/\$[a-zA-Z]+/g, (name) => names[name as keyof typeof names]);
}

/*
 * Events are stored with numbers for their threads and types, since the ids would take more room than the content. The
 * view returns the threads' ids; its `root` and `thread` find rows by index. Types stay numbers: code maps them, so a
 * new type needs no migration.
 */
export const eventView = `CREATE VIEW event AS
    SELECT position, log_event.root, log_event.thread, own.workspace_id, chat.id AS root_id, own.id AS thread_id, seq, type,
      at, coalesce(actor, 'engine') AS actor, command_id, data, checksum
    FROM log_event
    JOIN thread_number AS own ON own.number = log_event.thread
    JOIN thread_number AS chat ON chat.number = log_event.root;`;

/**
 * The same for PostgreSQL, which would otherwise choose its joins: without fresh statistics it reads all threads for
 * every chat that is opened. A limit inside a join forces it to look up each thread.
 */
export const lookupEventView = `CREATE VIEW event AS
    SELECT position, log_event.root, log_event.thread, own.workspace_id, chat.id AS root_id, own.id AS thread_id, seq, type,
      at, coalesce(actor, 'engine') AS actor, command_id, data, checksum
    FROM log_event
    CROSS JOIN LATERAL (SELECT id, workspace_id FROM thread_number WHERE number = log_event.thread LIMIT 1) AS own
    CROSS JOIN LATERAL (SELECT id FROM thread_number WHERE number = log_event.root LIMIT 1) AS chat;`;

/** As the first migrations made it, with the types of that time. */
const firstEventView = `CREATE VIEW event AS
    SELECT position, log_event.root, log_event.thread, own.workspace_id, chat.id AS root_id, own.id AS thread_id, seq,
      CASE type WHEN 0 THEN 'thread.opened' WHEN 1 THEN 'agent.changed' WHEN 2 THEN 'message.received' WHEN 3 THEN 'step.started' WHEN 4 THEN 'step.ended' WHEN 5 THEN 'step.cut' WHEN 6 THEN 'call.requested' WHEN 7 THEN 'call.started' WHEN 8 THEN 'call.ended' WHEN 9 THEN 'call.late' WHEN 10 THEN 'usage.recorded' WHEN 11 THEN 'task.opened' WHEN 12 THEN 'task.ended' WHEN 13 THEN 'question.asked' WHEN 14 THEN 'question.answered' WHEN 15 THEN 'thread.ended' WHEN 16 THEN 'thread.cancelled' WHEN 17 THEN 'thread.recovered' WHEN 18 THEN 'chat.renamed' WHEN 19 THEN 'chat.pinned' WHEN 20 THEN 'chat.hidden' WHEN 21 THEN 'chat.restored' WHEN 22 THEN 'thread.rewound' WHEN 23 THEN 'thread.reactivated' WHEN 24 THEN 'task.backgrounded' WHEN 25 THEN 'question.passed' WHEN 26 THEN 'result.refused' WHEN 27 THEN 'thread.compacted' WHEN 28 THEN 'chat.read' WHEN 29 THEN 'question.renewed' WHEN 30 THEN 'question.consulted' ELSE 'number ' || type END AS type,
      at, coalesce(actor, 'engine') AS actor, command_id, data
    FROM log_event
    JOIN thread_number AS own ON own.number = log_event.thread
    JOIN thread_number AS chat ON chat.number = log_event.root;`;

export const firstTables = `
  CREATE TABLE thread_number (
    number $number PRIMARY KEY,
    id $id NOT NULL UNIQUE,
    workspace_id $id NOT NULL
  )$strict;
  CREATE TABLE log_event (
    position $position,
    root $integer NOT NULL,
    thread $integer NOT NULL,
    seq $integer NOT NULL,
    type $integer NOT NULL,
    at $integer NOT NULL,
    actor TEXT,
    command_id TEXT,
    data TEXT NOT NULL
  )$strict;
  CREATE UNIQUE INDEX event_by_thread ON log_event (thread, seq);
  CREATE INDEX event_by_root ON log_event (root, position);
  ${firstEventView}

  CREATE TABLE thread (
    id $id PRIMARY KEY,
    workspace_id $id NOT NULL,
    root_id $id NOT NULL,
    parent_thread_id $id,
    task_id $id,
    depth $integer NOT NULL,
    agent_id TEXT NOT NULL,
    agent_version $integer NOT NULL,
    agent_name TEXT NOT NULL,
    status TEXT NOT NULL,
    epoch $integer NOT NULL,
    owes TEXT,
    due_at $integer,
    children_at_once $integer,
    title TEXT NOT NULL,
    search_title TEXT,
    is_pinned $integer NOT NULL,
    hidden_at $integer,
    seq $integer NOT NULL,
    turn $integer NOT NULL,
    steps $integer NOT NULL,
    worked_ms $integer NOT NULL,
    input_tokens $integer NOT NULL,
    output_tokens $integer NOT NULL,
    reasoning_tokens $integer NOT NULL,
    cached_tokens $integer NOT NULL,
    estimated_tokens $integer NOT NULL,
    opened_at $integer NOT NULL,
    updated_at $integer NOT NULL
  )$byKey;
  CREATE INDEX thread_by_root ON thread (root_id);
  CREATE INDEX thread_by_parent ON thread (parent_thread_id) WHERE parent_thread_id IS NOT NULL;
  CREATE INDEX thread_owing ON thread (due_at) WHERE owes IS NOT NULL;
  CREATE INDEX chat_by_time ON thread (workspace_id, is_pinned, opened_at, id)
    WHERE parent_thread_id IS NULL AND hidden_at IS NULL;
  CREATE INDEX chat_hidden ON thread (hidden_at) WHERE hidden_at IS NOT NULL;

  CREATE TABLE task (
    id $id PRIMARY KEY,
    workspace_id $id NOT NULL,
    root_id $id NOT NULL,
    parent_thread_id $id NOT NULL,
    call_id $id NOT NULL,
    child_thread_id $id NOT NULL,
    retry_of TEXT,
    attempt $integer NOT NULL,
    agent_id TEXT NOT NULL,
    title TEXT NOT NULL,
    instruction TEXT NOT NULL,
    turn $integer NOT NULL,
    status TEXT NOT NULL,
    result TEXT,
    reason TEXT,
    usage TEXT,
    opened_at $integer NOT NULL,
    ended_at $integer
  )$byKey;
  CREATE INDEX task_by_root ON task (root_id, turn);

  CREATE TABLE question (
    id $id PRIMARY KEY,
    workspace_id $id NOT NULL,
    root_id $id NOT NULL,
    thread_id $id NOT NULL,
    call_id $id NOT NULL,
    step $integer NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    options TEXT NOT NULL,
    status TEXT NOT NULL,
    answer TEXT,
    asked_at $integer NOT NULL,
    answered_at $integer
  )$byKey;
  CREATE INDEX question_open ON question (workspace_id, asked_at) WHERE status = 'open';
  CREATE INDEX question_by_root ON question (root_id);

  CREATE TABLE blob_use (
    id $id PRIMARY KEY,
    workspace_id $id NOT NULL,
    root_id $id NOT NULL,
    hash $id NOT NULL
  )$byKey;
  CREATE INDEX blob_use_by_root ON blob_use (root_id);
  CREATE INDEX blob_use_by_hash ON blob_use (hash);

  CREATE TABLE blob (hash $id PRIMARY KEY, content TEXT NOT NULL)$byKey;

  CREATE TABLE request (
    workspace_id $id NOT NULL,
    key $id NOT NULL,
    request TEXT NOT NULL,
    reply TEXT NOT NULL,
    at $integer NOT NULL,
    PRIMARY KEY (workspace_id, key)
  )$byKey;

  CREATE TABLE record (
    workspace_id $id NOT NULL,
    kind $id NOT NULL,
    id $id NOT NULL,
    version $integer NOT NULL,
    data TEXT NOT NULL,
    updated_at $integer NOT NULL,
    PRIMARY KEY (workspace_id, kind, id)
  )$byKey;
  `;

export const costColumns = `
  ALTER TABLE thread ADD COLUMN cost_micros $integer NOT NULL DEFAULT 0;
  ALTER TABLE thread ADD COLUMN unread $integer NOT NULL DEFAULT 0;
  `;

export const usageColumns = `
  ALTER TABLE task ADD COLUMN is_empty $integer NOT NULL DEFAULT 0;
  UPDATE task SET is_empty = 1 WHERE status = 'failed' AND reason IN
    ('The agent gave an empty result.', 'The agent ended without a result, and again when asked for one.');
  CREATE INDEX thread_by_day ON thread (workspace_id, opened_at);
  CREATE INDEX task_by_day ON task (workspace_id, opened_at, ended_at, agent_id, status, attempt, is_empty);
  CREATE INDEX question_by_day ON question (workspace_id, asked_at);
  `;

export const audienceColumn = `
  ALTER TABLE question ADD COLUMN is_for_person $integer NOT NULL DEFAULT 0;
  UPDATE question SET is_for_person = 1 WHERE status = 'open' AND (kind = 'approval' OR NOT EXISTS
    (SELECT 1 FROM thread WHERE thread.id = question.thread_id AND thread.owes = 'consult'));
  DROP VIEW event;
  ${firstEventView}
  `;

export const checksumColumns = `
  ALTER TABLE log_event ADD COLUMN checksum $integer;
  ALTER TABLE record ADD COLUMN checksum $integer;
  CREATE TABLE store_note (name TEXT PRIMARY KEY, data TEXT NOT NULL)$byKey;
  CREATE INDEX request_by_time ON request (at);`;

const maxCount = '9007199254740991';
const maxTime = '253402300799999';

function clamp(table: string, columns: readonly string[], max: string): string {
  const sets = columns.map(
    (column) => `${column} = CASE WHEN ${column} > ${max} THEN ${max} WHEN ${column} < 0 THEN 0 ELSE ${column} END`,
  );
  const isOutside = columns.map((column) => `${column} > ${max} OR ${column} < 0`);
  return `UPDATE ${table} SET ${sets.join(', ')} WHERE ${isOutside.join(' OR ')};`;
}

const countColumns = ['worked_ms', 'input_tokens', 'output_tokens', 'reasoning_tokens', 'cached_tokens', 'cost_micros'];

/**
 * Gives unusable threads their own table, and rows with an absurd count of tokens or an absurd time the highest valid
 * value. Those counts once made every list fail.
 */
export const damageTable = `
  CREATE TABLE damage (
    thread_id TEXT PRIMARY KEY,
    root_id TEXT NOT NULL,
    seq BIGINT,
    reason TEXT NOT NULL,
    found_at BIGINT NOT NULL
  );
  CREATE INDEX damage_by_root ON damage (root_id);
  ${clamp('thread', [...countColumns, 'estimated_tokens'], maxCount)}
  ${clamp('thread', ['opened_at', 'updated_at', 'due_at', 'hidden_at'], maxTime)}
  ${clamp('task', ['opened_at', 'ended_at'], maxTime)}
  ${clamp('question', ['asked_at', 'answered_at'], maxTime)}
  `;

const numberOf = (id: string) => `(SELECT number FROM thread_number WHERE thread_number.id = ${id})`;

/**
 * Gives chats and questions the position in the log at which they started. Lists are in that order, since the time of
 * day may be set back between two of them. Events of type 13 ask a question.
 */
export const orderColumns = `
  ALTER TABLE thread ADD COLUMN opened_position $integer NOT NULL DEFAULT 0;
  ALTER TABLE question ADD COLUMN asked_position $integer NOT NULL DEFAULT 0;
  UPDATE thread SET opened_position = coalesce((SELECT position FROM log_event
    WHERE log_event.thread = ${numberOf('thread.id')} AND log_event.seq = 1), 0);
  UPDATE question SET asked_position = coalesce((SELECT max(position) FROM log_event
    WHERE log_event.thread = ${numberOf('question.thread_id')} AND log_event.type = 13
    AND log_event.data LIKE '%"' || question.id || '"%'), 0);
  DROP INDEX chat_by_time;
  CREATE INDEX chat_by_position ON thread (workspace_id, is_pinned, opened_position, id)
    WHERE parent_thread_id IS NULL AND hidden_at IS NULL;
  DROP INDEX question_open;
  CREATE INDEX question_open ON question (workspace_id, asked_position) WHERE status = 'open';
  `;

/** Changes no table: reasons in events are codes from here on, and a release that cannot read them must not try. */
export const codedReasons = '';

const counts = ['steps', 'worked_ms', 'input_tokens', 'output_tokens', 'estimated_tokens', 'cost_micros'];

/** Tokens without a known price, of a thread and of its other days. Rows are filled from the events. */
export const unpricedColumns = `
  ALTER TABLE thread ADD COLUMN unpriced_tokens $integer NOT NULL DEFAULT 0;
  ALTER TABLE thread_day ADD COLUMN unpriced_tokens $integer NOT NULL DEFAULT 0;
  `;

/** Counts a thread's spend on days other than the one on which it was opened, a row for each such day. */
export const threadDayTable = `
  CREATE TABLE thread_day (
    id $id PRIMARY KEY,
    workspace_id $id NOT NULL,
    root_id $id NOT NULL,
    thread_id $id NOT NULL,
    day_at $integer NOT NULL,
    ${counts.map((count) => `${count} $integer NOT NULL`).join(',\n    ')}
  );
  CREATE INDEX thread_day_by_root ON thread_day (root_id);
  CREATE INDEX thread_day_by_thread ON thread_day (thread_id);
  CREATE INDEX thread_day_by_day ON thread_day (workspace_id, day_at);
  `;
