/** Advisory locks of the log, by the numbers that every release uses. */
const retinue = 0x5245544e;

/** Serializes appends, so that positions follow the order of the commits. */
export const takeAppendLock = `SELECT pg_advisory_xact_lock(${retinue}, 1)`;

/** Held by the one process that works on the database, for as long as its session lives. */
export const takeProcessLock = `SELECT pg_try_advisory_lock(${retinue}, 2) AS taken`;
