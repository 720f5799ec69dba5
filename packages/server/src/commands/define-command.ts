import type { Refusal, RouteName, ThreadId } from '@retinue/protocol';
import { isRefusal } from '@retinue/protocol';
import { commandLabelOf } from '../ports/log/append-labels.ts';
import { DamagedThreadError } from '../ports/log/damage.ts';
import type { Decided, Header, View } from '../ports/log/event-log.ts';
import type { CommandContext, Operation, ReplyOf, RequestOf } from '../ports/operations/operation.ts';
import { routesIn } from '../ports/operations/operation.ts';

/*
 * A command is a value. Its name is that of its route in the protocol, which has its method, path, policy, input, reply
 * and rate class. The append label, which failpoints use, is made from the name.
 */
interface LogCommand<Name extends RouteName, Loaded extends LoadedThreads, Reply> {
  name: Name;
  /** Reads what the decision needs before the transaction, once, and only within the chat of the request. */
  load(request: RequestOf<Name>): Promise<Loaded | Refusal>;
  /** Called inside the transaction. Must be pure, since it may be called again. */
  decide(request: RequestOf<Name> & { view: View }, loaded: Loaded): Decided<Reply> | Refusal;
  /** Stands in for the append when the thread of the chat is damaged and takes no event. */
  whenDamaged?(request: RequestOf<Name>, error: DamagedThreadError): Promise<Reply | Refusal>;
}

export interface LoadedThreads {
  /** Loaded for the decision at once. */
  threads: readonly ThreadId[];
}

/** Replies with something that can only be read after the append. */
interface Responding<Name extends RouteName> {
  respond(request: RequestOf<Name>): Promise<ReplyOf<Name> | Refusal>;
}

export function defineCommand<Name extends RouteName, Loaded extends LoadedThreads>(
  command: LogCommand<Name, Loaded, object> & Responding<Name>,
): Operation<Name>;
export function defineCommand<Name extends RouteName, Loaded extends LoadedThreads>(
  command: LogCommand<Name, Loaded, ReplyOf<Name>>,
): Operation<Name>;
export function defineCommand<Name extends RouteName, Loaded extends LoadedThreads>(
  command: LogCommand<Name, Loaded, ReplyOf<Name>> | (LogCommand<Name, Loaded, object> & Responding<Name>),
): Operation<Name> {
  const { name } = command;
  if (!('respond' in command)) return { name, run: (request) => append(command, request) };
  const run = async (request: RequestOf<Name>) => {
    const reply = await append(command, request);
    return isRefusal(reply) ? reply : command.respond(request);
  };
  return { name, run };
}

/** Commands that change something beside the log, through one of the services, which takes its label from the context. */
export function directCommands<Name extends RouteName>(
  table: {
    [One in Name]: (request: RequestOf<One>) => Promise<ReplyOf<One> | Refusal>;
  },
): Operation<Name>[] {
  return routesIn(table).map((name) => {
    const label = commandLabelOf(name);
    return { name, run: (request) => table[name]({ ...request, context: { ...request.context, label } }) };
  });
}

async function append<Name extends RouteName, Loaded extends LoadedThreads, Reply>(
  command: LogCommand<Name, Loaded, Reply>,
  request: RequestOf<Name>,
): Promise<Reply | Refusal> {
  const { services, context } = request;
  try {
    const loaded = await command.load(request);
    if (isRefusal(loaded)) return loaded;
    const result = await services.log.decideWithReply<Reply>(headerOf(context, command.name), loaded.threads, (view) =>
      command.decide({ ...request, view }, loaded),
    );
    return isRefusal(result) ? result : result.reply;
  } catch (error) {
    if (!command.whenDamaged || !(error instanceof DamagedThreadError)) throw error;
    return command.whenDamaged(request, error);
  }
}

function headerOf({ workspaceId, actor, commandId, idempotency }: CommandContext, name: RouteName): Header {
  const header = { label: commandLabelOf(name), workspaceId, actor, commandId };
  return idempotency ? { ...header, idempotency } : header;
}
