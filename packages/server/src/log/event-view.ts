import { numberedTypes } from './packing.ts';

/*
 * Events lie on disk with numbers for their threads and types, since the ids would take more room than what happened. The
 * view gives them their names back, for readers and for people; its `root` and `thread` find rows by index.
 */
const nameOfType = numberedTypes.map((type, number) => `WHEN ${number} THEN '${type}'`).join(' ');

export const eventView = `CREATE VIEW event AS
    SELECT position, log_event.root, log_event.thread, own.workspace_id, chat.id AS root_id, own.id AS thread_id, seq,
      CASE type ${nameOfType} ELSE 'number ' || type END AS type,
      at, coalesce(actor, 'engine') AS actor, command_id, data
    FROM log_event
    JOIN thread_number AS own ON own.number = log_event.thread
    JOIN thread_number AS chat ON chat.number = log_event.root;`;
