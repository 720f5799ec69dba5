import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chatSchema, type Route, routes } from '@retinue/protocol';
import { z } from 'zod';
import { verbs } from './verbs.ts';

const described = Object.entries(routes).flatMap(([name, route]: [string, Route]) =>
  route.cli ? [{ name, route, cli: route.cli }] : [],
);

test('[K9.1] a contract that describes a command gives it what its route needs, and nothing else', () => {
  assert.ok(described.length > 0);
  for (const { name, route, cli } of described) {
    const { chatId } = route.params?.shape ?? {};
    assert.ok(chatId, `${name} concerns no chat or task`);
    const given = [...(cli.takes ?? []), ...Object.keys(cli.options ?? {})];
    const { properties = {}, required = [] } = bodyOf(route);
    assert.deepEqual(
      given.filter((field) => !(field in properties)),
      [],
      `${name} has no such field`,
    );
    assert.deepEqual(
      required.filter((field) => !given.includes(field)),
      [],
      `${name} needs these`,
    );
    for (const field of given) assert.match(JSON.stringify(properties[field]), /"string"/, `${name}, ${field}`);
  }
});

test('[K9.1] its reply names only fields of the chat, the input and the reply', () => {
  for (const { name, route, cli } of described) {
    const replied = route.reply instanceof z.ZodObject ? Object.keys(route.reply.shape) : [];
    const known = [...Object.keys(chatSchema.shape), ...Object.keys(bodyOf(route).properties ?? {}), ...replied];
    const fields = [...(cli.prints ?? '').matchAll(/\{(\w+)\}/g)].map(([, field = '']) => field);
    assert.deepEqual(
      fields.filter((field) => !known.includes(field)),
      [],
      name,
    );
  }
});

test('[K9.1] every command is in one list, under its own name, with an example', () => {
  const own = [...verbs].filter(([name]) => !described.some(({ cli }) => cli.verb === name));
  assert.equal(own.length + described.length, verbs.size, 'no contract takes the name of another command');
  for (const [name, { takes, help }] of verbs) {
    assert.ok(help.examples.length > 0 && help.examples.every((example) => example.includes(name)), name);
    assert.equal(takes.length, (help.usage?.match(/<[^>]+>|\b[a-z]+$/g) ?? []).length, `${name} ${help.usage}`);
  }
});

function bodyOf({ body = z.strictObject({}) }: Route): { properties?: Record<string, unknown>; required?: string[] } {
  return z.toJSONSchema(body, { io: 'input' }) as ReturnType<typeof bodyOf>;
}
