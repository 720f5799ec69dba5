/*
 * Events lie on disk with numbers for their threads and types, since the ids would take more room than what happened. The
 * view gives the threads their ids back; its `root` and `thread` find rows by index. Types stay numbers: code maps them, so
 * a new type needs no migration.
 */
export const eventView = `CREATE VIEW event AS
    SELECT position, log_event.root, log_event.thread, own.workspace_id, chat.id AS root_id, own.id AS thread_id, seq, type,
      at, coalesce(actor, 'engine') AS actor, command_id, data, checksum
    FROM log_event
    JOIN thread_number AS own ON own.number = log_event.thread
    JOIN thread_number AS chat ON chat.number = log_event.root;`;

/**
 * The same for PostgreSQL, which would else choose how it joins: without fresh statistics it reads all threads for every
 * chat that is opened. A limit inside a join leaves it no choice but to look each thread up.
 */
export const lookupEventView = `CREATE VIEW event AS
    SELECT position, log_event.root, log_event.thread, own.workspace_id, chat.id AS root_id, own.id AS thread_id, seq, type,
      at, coalesce(actor, 'engine') AS actor, command_id, data, checksum
    FROM log_event
    CROSS JOIN LATERAL (SELECT id, workspace_id FROM thread_number WHERE number = log_event.thread LIMIT 1) AS own
    CROSS JOIN LATERAL (SELECT id FROM thread_number WHERE number = log_event.root LIMIT 1) AS chat;`;

/** As the first migrations made it, with the types of that time. It is part of them and never changes. */
export const firstEventView = `CREATE VIEW event AS
    SELECT position, log_event.root, log_event.thread, own.workspace_id, chat.id AS root_id, own.id AS thread_id, seq,
      CASE type WHEN 0 THEN 'thread.opened' WHEN 1 THEN 'agent.changed' WHEN 2 THEN 'message.received' WHEN 3 THEN 'step.started' WHEN 4 THEN 'step.ended' WHEN 5 THEN 'step.cut' WHEN 6 THEN 'call.requested' WHEN 7 THEN 'call.started' WHEN 8 THEN 'call.ended' WHEN 9 THEN 'call.late' WHEN 10 THEN 'usage.recorded' WHEN 11 THEN 'task.opened' WHEN 12 THEN 'task.ended' WHEN 13 THEN 'question.asked' WHEN 14 THEN 'question.answered' WHEN 15 THEN 'thread.ended' WHEN 16 THEN 'thread.cancelled' WHEN 17 THEN 'thread.recovered' WHEN 18 THEN 'chat.renamed' WHEN 19 THEN 'chat.pinned' WHEN 20 THEN 'chat.hidden' WHEN 21 THEN 'chat.restored' WHEN 22 THEN 'thread.rewound' WHEN 23 THEN 'thread.reactivated' WHEN 24 THEN 'task.backgrounded' WHEN 25 THEN 'question.passed' WHEN 26 THEN 'result.refused' WHEN 27 THEN 'thread.compacted' WHEN 28 THEN 'chat.read' WHEN 29 THEN 'question.renewed' WHEN 30 THEN 'question.consulted' ELSE 'number ' || type END AS type,
      at, coalesce(actor, 'engine') AS actor, command_id, data
    FROM log_event
    JOIN thread_number AS own ON own.number = log_event.thread
    JOIN thread_number AS chat ON chat.number = log_event.root;`;
