import type { Refusal, RouteName } from '@retinue/protocol';
import { isRefusal } from '@retinue/protocol';
import type { Operation, ReplyOf, RequestOf } from '../ports/operations/operation.ts';

/** A query is a value. Its name is that of its route in the protocol, which has its path, policy, input and reply. */
interface LoadingQuery<Name extends RouteName, Loaded> {
  name: Name;
  load(request: RequestOf<Name>): Promise<Loaded | Refusal>;
  answer(request: RequestOf<Name>, loaded: Loaded): Answer<Name>;
}

interface PlainQuery<Name extends RouteName> {
  name: Name;
  answer(request: RequestOf<Name>): Answer<Name>;
}

type Answer<Name extends RouteName> = ReplyOf<Name> | Refusal | Promise<ReplyOf<Name> | Refusal>;

export function defineQuery<Name extends RouteName, Loaded>(query: LoadingQuery<Name, Loaded>): Operation<Name>;
export function defineQuery<Name extends RouteName>(query: PlainQuery<Name>): Operation<Name>;
export function defineQuery<Name extends RouteName, Loaded>(
  query: LoadingQuery<Name, Loaded> | PlainQuery<Name>,
): Operation<Name> {
  const { name } = query;
  if (!('load' in query)) return { name, run: async (request) => query.answer(request) };
  const run = async (request: RequestOf<Name>) => {
    const loaded = await query.load(request);
    return isRefusal(loaded) ? loaded : query.answer(request, loaded);
  };
  return { name, run };
}
