import type { Route, RouteName } from '@retinue/protocol';
import { pageKeyHeader, problemSchema, routes } from '@retinue/protocol';
import { z } from 'zod';

type Json = Record<string, unknown>;

/** The table of routes as OpenAPI 3.1, made once. */
export function openApiOf(): Json {
  made ??= {
    openapi: '3.1.0',
    info: {
      title: 'Retinue',
      version: '0.1.0',
      description: 'Chats of agents that delegate, their trees, and their live stream.',
    },
    paths: pathsOf(),
    components: {
      schemas: { Problem: schemaOf(problemSchema, 'output') },
      securitySchemes: {
        cookie: { type: 'apiKey', in: 'cookie', name: 'retinue' },
        pageKey: { type: 'apiKey', in: 'header', name: pageKeyHeader },
        token: { type: 'http', scheme: 'bearer' },
      },
    },
  };
  return made;
}

let made: Json | null = null;

function pathsOf(): Json {
  const paths: Record<string, Json> = {};
  for (const [name, route] of Object.entries(routes) as [RouteName, Route][]) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(name, route) };
  }
  return paths;
}

function operationOf(name: RouteName, route: Route): Json {
  return {
    operationId: name,
    summary: route.summary,
    'x-policy': route.policy,
    security: route.policy === 'public' ? [] : [{ cookie: [], pageKey: [] }, { token: [] }],
    parameters: [
      ...parametersOf(route.params, 'path'),
      ...parametersOf(route.query, 'query'),
      ...(route.method === 'POST' && !route.isRepeatable ? [idempotencyKey] : []),
      ...(route.isVersioned ? [ifMatch] : []),
    ],
    ...(route.body
      ? { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(route.body, 'input') } } } }
      : {}),
    responses: { [route.status]: replyOf(route), default: problemReply },
  };
}

function parametersOf(schema: z.ZodObject | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function replyOf({ reply, summary }: Route): Json {
  if ('stream' in reply) return { description: reply.stream, content: { 'text/event-stream': {} } };
  if ('text' in reply) return { description: reply.text, content: { '*/*': {} } };
  return { description: summary, content: { 'application/json': { schema: schemaOf(reply, 'output') } } };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...made } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' });
  return made;
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'The same key twice within 24 hours has one effect and one answer; with another body it is refused (422).',
  schema: { type: 'string', minLength: 1, maxLength: 200 } satisfies Json,
};

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'The version that the change was made for, in quotes. If there is another by now, it is refused (412).',
  schema: { type: 'string' } satisfies Json,
};

const problemReply = {
  description: 'The problem and the remedy.',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
} satisfies Json;
