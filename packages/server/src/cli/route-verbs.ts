import { type CliVerb, type Route, type RouteName, routes } from '@retinue/protocol';
import { eventsAsJson, idAsJson } from './copy.ts';
import { exitCodes } from './exit.ts';
import type { Verb } from './verbs.ts';

/** The commands that the contracts of routes describe. */
export function routeVerbs(): [name: string, verb: Verb][] {
  return Object.entries(routes).flatMap(([name, route]) => {
    const { cli }: Route = route;
    return cli ? [[cli.verb, verbFor(name as RouteName, route, cli)]] : [];
  });
}

function verbFor(name: RouteName, { params }: Route, cli: CliVerb): Verb {
  const { group, summary, about = `${cli.summary}.`, examples, prints, takes = [], options = {} } = cli;
  const place = params && 'taskId' in params.shape ? 'task' : 'chat';
  const valued = Object.entries(options).map(([field, text]) => [`${field} <text>`, text]);
  return {
    takes: [place, ...takes],
    help: {
      ...{ group, summary, about, examples, options: Object.fromEntries(valued) },
      usage: [`<${place}>`, ...takes.map((field) => `"<${field}>"`)].join(' '),
      json: prints === undefined ? eventsAsJson : idAsJson,
    },
    load: async () => {
      const { callAndFollow, callAndPrint } = await import('./run/call-route.ts');
      return async (context, { given }) => {
        const fields = Object.entries(given).filter(
          ([field]) => takes.includes(field) || Object.hasOwn(options, field),
        );
        const call = { name, place, named: given[place] ?? '', body: Object.fromEntries(fields) } as const;
        if (prints === undefined) return callAndFollow(context, call);
        await callAndPrint(context, call, prints);
        return { code: exitCodes.ok };
      };
    },
  };
}
