import { type AgentId, dayMs, type ThreadId, type WorkspaceId } from '@retinue/protocol';
import { type RawBuilder, sql } from 'kysely';
import { countIf, stagedChats, sumSaturating, toInteger } from './expressions.ts';
import { type RowReader, rowQuery } from './row-query.ts';

/*
 * The queries of a usage report. Each is narrowed to a workspace, and to days, an agent or a chat, by the columns of an
 * index.
 */
export interface UsageScope {
  workspaceId: WorkspaceId;
  fromAt?: number;
  beforeAt?: number;
  agentId?: AgentId;
  chatId?: ThreadId;
}

export const spentFields = {
  threads: sql`count(distinct thread_id)`,
  steps: sql`sum(steps)`,
  inputTokens: sumSaturating(sql`input_tokens`),
  outputTokens: sumSaturating(sql`output_tokens`),
  estimatedTokens: sumSaturating(sql`estimated_tokens`),
  workedMs: sumSaturating(sql`worked_ms`),
  costMicros: sumSaturating(sql`cost_micros`),
  unpricedTokens: sumSaturating(sql`unpriced_tokens`),
};
export const taskFields = {
  tasks: sql`count(*)`,
  succeeded: countIf(sql`status = 'success'`),
  failed: countIf(sql`status = 'failed'`),
  cancelled: countIf(sql`status = 'cancelled'`),
  retries: countIf(sql`retry_of is not null`),
  emptyResults: sql`sum(is_empty)`,
};

/** A line of the report, from several queries. One that has no row for the key leaves its columns out. */
export interface KeyRow extends Partial<Record<keyof typeof spentFields | keyof typeof taskFields, number>> {
  key: string | number;
  name?: string | undefined;
  chats?: number;
  questions?: number;
  medianMs?: number;
  p95Ms?: number;
}

const day = sql.lit(dayMs);
const spent = columnsOf(spentFields);

export const agentQueries = [
  scoped((scope) => {
    const parts = spentInAll(scope);
    return sql<KeyRow>`select agent_id as key, max(agent_name) as name, ${spent} from (${parts}) as part group by agent_id`;
  }),
  ...taskQueries(sql`agent_id`, sql`agent_id`),
];

export const dayQueries = [
  scoped((scope) => {
    const chats = toInteger(sql`sum(is_chat)`);
    return sql<KeyRow>`select at / ${day} as key, ${chats} as chats, ${spent} from (${spentParts(scope)}) as part group by 1`;
  }),
  ...taskQueries(sql`opened_at / ${day}`, sql`asked_at / ${day}`),
];

/** The hundred most expensive chats. The title is the root's, even for a report on one agent of the tree. */
export const chatQuery = scoped(
  (scope) => sql<{ root_id: ThreadId; title: string } & Record<keyof typeof spentFields, number>>`
    select most.*, root.title from (
      select root_id, ${spent} from (${spentInAll(scope)}) as part group by root_id
      order by ${spentFields.inputTokens} + ${spentFields.outputTokens} + ${spentFields.estimatedTokens} desc, root_id limit 100
    ) as most join thread as root on root.id = most.root_id
    order by "inputTokens" + "outputTokens" + "estimatedTokens" desc, most.root_id`,
);

/** A task's agent has a thread, though it may have been opened on another day. */
export const agentNameQuery = rowQuery((db, values: { workspaceId: WorkspaceId; agentId: AgentId }) => {
  const ofAgent = db.selectFrom('thread').select('agent_name').where('agent_id', '=', values.agentId);
  return ofAgent.where('workspace_id', '=', values.workspaceId).limit(1);
});

function taskQueries(key: RawBuilder<unknown>, questionKey: RawBuilder<unknown>) {
  const isTaskIn = (scope: UsageScope) => isIn(scope, { table: 'task', at: 'task.opened_at', isByDay: true });
  const ofQuestion = { table: 'question', at: 'question.asked_at', agents: 'thread', isByDay: true };
  return [
    scoped(
      (scope) =>
        sql<KeyRow>`select ${key} as key, ${columnsOf(taskFields)} from task where ${isTaskIn(scope)} group by 1`,
    ),
    // By nearest rank: the actual time of some task.
    scoped(
      (scope) => sql<KeyRow>`select key, max(case when place = (total + 1) / 2 then took end) as "medianMs",
        max(case when place = (95 * total + 99) / 100 then took end) as "p95Ms"
      from (
        select ${key} as key, ended_at - opened_at as took, count(*) over (partition by ${key}) as total,
          row_number() over (partition by ${key} order by ended_at - opened_at) as place
        from task where ${isTaskIn(scope)} and ended_at is not null
      ) as ranked group by key`,
    ),
    scoped(
      (scope) => sql<KeyRow>`select ${questionKey} as key, count(*) as questions
      from question join thread on thread.id = question.thread_id where ${isIn(scope, ofQuestion)} group by 1`,
    ),
  ];
}

function columnsOf(fields: Record<string, RawBuilder<unknown>>): RawBuilder<unknown> {
  return sql.join(Object.entries(fields).map(([name, sum]) => sql`${toInteger(sum)} as ${sql.ref(name)}`));
}

/** A query that is compiled once for each set of limits that a report may have. */
function scoped<Row>(build: (scope: UsageScope) => RawBuilder<Row>) {
  const compiled = new Map<string, (reader: RowReader, scope: UsageScope) => Promise<Row[]>>();
  return (reader: RowReader, scope: UsageScope): Promise<Row[]> => {
    const names = Object.keys(scope);
    const query = compiled.getOrInsertComputed(names.join(), () =>
      rowQuery((_db, values: UsageScope) => {
        const given = names.map((name) => [name, Reflect.get(values, name)]);
        return build(Object.fromEntries(given) as UsageScope);
      }),
    );
    return query(reader, scope);
  };
}

/**
 * A chat is found by its own index, and the threads of all days are read fastest in their stored order: there the
 * workspace is compared in a way that keeps a planner without statistics from choosing the index by days.
 */
function isIn(
  { workspaceId, fromAt, beforeAt, agentId, chatId }: UsageScope,
  { table, at, agents = table, isByDay }: { table: string; at: string; agents?: string; isByDay: boolean },
): RawBuilder<unknown> {
  const [workspace, rootId] = [sql.ref(`${table}.workspace_id`), sql.ref(`${table}.root_id`)];
  const conditions = [
    sql`${isByDay && !chatId ? workspace : sql`(${workspace} || '')`} = ${workspaceId}`,
    fromAt === undefined ? [] : sql`${sql.ref(at)} >= ${fromAt}`,
    beforeAt === undefined ? [] : sql`${sql.ref(at)} < ${beforeAt}`,
    agentId === undefined ? [] : sql`${sql.ref(`${agents}.agent_id`)} = ${agentId}`,
    chatId === undefined ? [] : sql`${rootId} = ${chatId}`,
    sql`${rootId} not in ${stagedChats}`,
  ];
  return sql.join(conditions.flat(), sql` and `);
}

const hasDays = ({ fromAt, beforeAt }: UsageScope) => fromAt !== undefined || beforeAt !== undefined;

/** By threads, each whole on the day on which it was opened, unless the report has days. */
function spentInAll(scope: UsageScope): RawBuilder<unknown> {
  return hasDays(scope) ? spentParts(scope) : wholeThreads(scope);
}

const tokenColumns = ['input_tokens', 'output_tokens', 'estimated_tokens', 'unpriced_tokens'];
const spentColumns = ['steps', 'worked_ms', ...tokenColumns, 'cost_micros'];
const daysColumns = (sign: '' | '-') => sql.raw(spentColumns.map((name) => `${sign}thread_day.${name}`).join(', '));
const ofThread = sql`thread.root_id, thread.agent_id, thread.agent_name`;

function wholeThreads(scope: UsageScope): RawBuilder<unknown> {
  return sql`select id as thread_id, ${ofThread}, opened_at as at,
      case when parent_thread_id is null then 1 else 0 end as is_chat, ${sql.raw(spentColumns.join(', '))}
    from thread where ${isIn(scope, { table: 'thread', at: 'thread.opened_at', isByDay: hasDays(scope) })}`;
}

/**
 * A thread counts whole on the day on which it was opened; its spend of other days is subtracted there and added to
 * those days.
 */
function spentParts(scope: UsageScope): RawBuilder<unknown> {
  const isOpenedIn = isIn(scope, { table: 'thread', at: 'thread.opened_at', isByDay: hasDays(scope) });
  const isSpentIn = isIn(scope, { table: 'thread_day', at: 'day_at', agents: 'thread', isByDay: true });
  const joined = sql`thread_day join thread on thread.id = thread_day.thread_id`;
  return sql`${wholeThreads(scope)}
    union all select null, ${ofThread}, thread.opened_at, 0, ${daysColumns('-')} from ${joined} where ${isOpenedIn}
    union all select thread.id, ${ofThread}, day_at, 0, ${daysColumns('')} from ${joined} where ${isSpentIn}`;
}
