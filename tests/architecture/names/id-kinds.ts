import { Visitor } from 'oxc-parser';
import { lineAt, parse, type SourceFile } from '../source.ts';

type Kind = 'agent' | 'thread';
type Node = { type: string; start: number; end: number; [part: string]: unknown };

/** Names of an agent's id with a thread's id in them, and the reverse: one sentence each. */
export function mixedIds(file: SourceFile): string[] {
  const found: string[] = [];
  const check = (name: string | null, given: Node | null | undefined) => {
    const wanted = name === null ? null : kindOfName(name);
    const kind = given ? kindOf(given, file.text) : null;
    if (given && wanted && kind && kind !== wanted)
      found.push(`${file.path}:${lineAt(file.text, given.start)} ${name} is the id of ${articles[kind]}`);
  };
  const checkTyped = ({ key, typeAnnotation }: { key: unknown; typeAnnotation?: unknown }) =>
    check(nameOf(key), typeAnnotation as Node | null);
  new Visitor({
    Property: ({ key, value }) => check(nameOf(key), value as unknown as Node),
    TSPropertySignature: checkTyped,
    PropertyDefinition: checkTyped,
    Identifier: (identifier) => {
      const { name, typeAnnotation } = identifier as unknown as { name: string; typeAnnotation?: Node | null };
      check(name, typeAnnotation);
    },
    VariableDeclarator: ({ id, init }) => check(nameOf(id), init as Node | null),
  }).visit(parse(file).program);
  return found;
}

const articles: Record<Kind, string> = { agent: 'an agent', thread: 'a thread' };

function kindOfName(name: string): Kind | null {
  if (/agentIds?$/i.test(name)) return 'agent';
  return /(thread|chat|root)Ids?$/i.test(name) ? 'thread' : null;
}

/** By its type, its schema, its maker, its prefix, or the name of the value that is passed on. */
function kindOf(node: Node, text: string): Kind | null {
  const own = text.slice(node.start, node.end);
  const name = nameOf(node.type === 'MemberExpression' ? node.property : node);
  if (name !== null) return kindOfName(name.replace(/Schema$/, ''));
  if (node.type === 'TSTypeAnnotation') return kindInText(own, /\bAgentId\b/, /\bThreadId\b/);
  if (node.type === 'Literal') return kindInText(own, /^.agt_/, /^.thr_/);
  if (node.type !== 'CallExpression') return null;
  return kindInText(own, /^(z\.array\()?agentId(Schema|Of)\b/, /^(z\.array\()?threadId(Schema|Of)\b/);
}

function kindInText(text: string, agent: RegExp, thread: RegExp): Kind | null {
  if (agent.test(text)) return thread.test(text) ? null : 'agent';
  return thread.test(text) ? 'thread' : null;
}

function nameOf(node: unknown): string | null {
  const { type, name } = node as { type: string; name?: string };
  return type === 'Identifier' && name !== undefined ? name : null;
}
