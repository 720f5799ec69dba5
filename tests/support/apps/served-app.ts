import { rm } from 'node:fs/promises';
import type { Client, Route, RouteName, Routes } from '@retinue/protocol';
import { createClient, pageKeyHeader, routes } from '@retinue/protocol';
import type { ServerConfig } from '../../../packages/server/src/config.ts';
import type { Principal } from '../../../packages/server/src/http/auth/principal.ts';
import { cookieName } from '../../../packages/server/src/http/auth/sign-ins.ts';
import { readToken } from '../../../packages/server/src/local-server/token-file.ts';
import { createModels } from '../../../packages/server/src/models/models.ts';
import type { Served, ServeOptions } from '../../../packages/server/src/serve.ts';
import { serveRetinue } from '../../../packages/server/src/serve.ts';
import { createTools } from '../../../packages/server/src/tools/tools.ts';
import type { ScriptedModel } from '../scripted/scripted-model.ts';
import { createScriptedModel } from '../scripted/scripted-model.ts';
import { agent, agentsOf, configFor, type TestAppOptions, temporaryDirectory } from './test-app.ts';

/** The whole product behind HTTP on a free loopback port, with a scripted model. */
export interface ServedApp extends AsyncDisposable {
  served: Served;
  url: string;
  directory: string;
  token: string;
  model: ScriptedModel;
  /** Logged errors. */
  errors: object[];
  /** Sends requests as the owner, with the token of the token file. */
  owner: Client<Routes>;
  /** Headers of a signed-in browser. */
  signIn(principal: Principal): Promise<Record<string, string>>;
  clientWith(headers: Record<string, string>): Client<Routes>;
  stop(graceMs?: number): Promise<void>;
}

export type ServedOptions = TestAppOptions & { server?: Partial<ServerConfig> } & Pick<ServeOptions, 'progressMs'> & {
    /** Called for every line of the log that is no error. */
    onInfo?: (about: object, message: string) => void;
  };

export async function openServed(options: ServedOptions): Promise<ServedApp> {
  const directory = options.directory ?? (await temporaryDirectory());
  const model = createScriptedModel(options.script);
  const config = configFor(directory, options);
  const errors: object[] = [];
  const served = await serveRetinue(
    { ...config, server: { ...config.server, ...generous, ...options.server } },
    {
      models: createModels({ providers: { scripted: model } }),
      tools: createTools(options.tools ?? []),
      agents: agentsOf(options.agents ?? [agent('boss', { subAgents: ['worker'] }), agent('worker')]),
      logger: { info: options.onInfo ?? (() => {}), warn: () => {}, error: (about) => void errors.push(about) },
      ...options.replacements,
      ...(options.progressMs === undefined ? {} : { progressMs: options.progressMs }),
    },
  );
  const token = (await readToken(directory)) ?? '';
  const clientWith = (headers: Record<string, string>) =>
    checked(
      createClient(routes, {
        baseUrl: served.url,
        fetch: (url, init) =>
          fetch(url, { ...init, headers: { ...(init.headers as Record<string, string>), ...headers } }),
      }),
    );
  let isStopped = false;
  const stop = async (graceMs = 0) => {
    if (!isStopped) await served.stop(graceMs);
    isStopped = true;
  };
  return {
    served,
    url: served.url,
    directory,
    token,
    model,
    errors,
    owner: clientWith({ authorization: `Bearer ${token}` }),
    signIn: async (principal) => {
      const { key, pageKey } = await served.signIns.begin(principal);
      return { cookie: `${cookieName}=${key}`, [pageKeyHeader]: pageKey };
    },
    clientWith,
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
      if (options.directory === undefined) await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Every reply has the shape that the table of routes gives it. */
function checked(client: Client<Routes>): Client<Routes> {
  const functions = Object.entries(client).map(([name, ask]) => [
    name,
    async (input: never, asked: never) => {
      const reply = await (ask as (input: never, asked: never) => Promise<unknown>)(input, asked);
      const shape: Route['reply'] = routes[name as RouteName].reply;
      return 'stream' in shape || 'text' in shape ? reply : shape.parse(reply);
    },
  ]);
  return Object.fromEntries(functions) as Client<Routes>;
}

/** Tests send many requests; the limits have their own tests. */
export const generous: Partial<ServerConfig> = {
  requestsPerMinute: 1_000_000,
  startsPerMinute: 1_000_000,
  signInsPerMinute: 1_000_000,
  streamsPerPerson: 10_000,
  streams: 10_000,
};
