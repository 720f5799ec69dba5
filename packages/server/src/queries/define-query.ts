import type { Refusal, RouteName } from '@retinue/protocol';
import { isRefusal } from '@retinue/protocol';
import type { Operation, ReplyOf, RequestOf } from '../ports/operations/operation.ts';
import { routesIn } from '../ports/operations/operation.ts';

/** A query is a value. Its name is that of its route in the protocol, which has its path, policy, input and reply. */
interface Query<Name extends RouteName, Loaded> {
  name: Name;
  load(request: RequestOf<Name>): Promise<Loaded | Refusal>;
  answer(request: RequestOf<Name>, loaded: Loaded): Answer<Name>;
}

type Answer<Name extends RouteName> = ReplyOf<Name> | Refusal | Promise<ReplyOf<Name> | Refusal>;

export function defineQuery<Name extends RouteName, Loaded>(query: Query<Name, Loaded>): Operation<Name> {
  const { name } = query;
  const run = async (request: RequestOf<Name>) => {
    const loaded = await query.load(request);
    return isRefusal(loaded) ? loaded : query.answer(request, loaded);
  };
  return { name, run };
}

/** Queries that load the same, each by its name. */
export function loadedQueries<Name extends RouteName, Loaded>(
  load: Query<Name, Loaded>['load'],
  table: { [One in Name]: (request: RequestOf<One>, loaded: Loaded) => Answer<One> },
): Operation<Name>[] {
  return routesIn(table).map((name) => defineQuery({ name, load, answer: table[name] }));
}

/** Queries that load nothing before. */
export function plainQueries<Name extends RouteName>(
  table: {
    [One in Name]: (request: RequestOf<One>) => Answer<One>;
  },
): Operation<Name>[] {
  return routesIn(table).map((name) => ({ name, run: async (request) => table[name](request) }));
}
