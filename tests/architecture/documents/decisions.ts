import type { Node } from 'oxc-parser';
import { lineAt, parse, type SourceFile } from '../source.ts';

/** Functions that take a decision as their last argument. */
const deciding = new Set(['decide', 'decideWithReply', 'change', 'changeWithReply', 'changeRecord']);
const mutating = new Set(['push', 'unshift', 'splice', 'set', 'add']);

/** Decisions that change a variable from outside, which a second call would change again: one sentence each. */
export function impureDecisions(file: SourceFile): string[] {
  return nodesIn(parse(file).program)
    .flatMap((node) => decisionIn(node) ?? [])
    .flatMap((decision) => {
      const inside = nodesIn(decision);
      const own = new Set(inside.flatMap(declaredBy));
      return inside.flatMap((node) => {
        const name = changedBy(node);
        if (name === null || own.has(name)) return [];
        return [
          `${file.path}:${lineAt(file.text, node.start)} changes ${name} inside a decision; return it as the reply`,
        ];
      });
    });
}

function decisionIn(node: Node): Node | null {
  // The decision of a command.
  if (node.type === 'Property' && 'name' in node.key && node.key.name === 'decide') return node.value;
  if (node.type !== 'CallExpression') return null;
  const { callee } = node;
  const named = callee.type === 'MemberExpression' ? callee.property : callee;
  if (!('name' in named) || !deciding.has(String(named.name))) return null;
  const last = node.arguments.at(-1);
  return last?.type === 'ArrowFunctionExpression' || last?.type === 'FunctionExpression' ? last : null;
}

function declaredBy(node: Node): string[] {
  if (node.type === 'VariableDeclarator') return namesIn(node.id);
  if (node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression')
    return node.params.flatMap(namesIn);
  return [];
}

function namesIn(pattern: Node): string[] {
  return nodesIn(pattern).flatMap((node) => (node.type === 'Identifier' ? [node.name] : []));
}

/** The variable that an assignment, a count or a call such as `push` changes. */
function changedBy(node: Node): string | null {
  if (node.type === 'AssignmentExpression') return rootOf(node.left);
  if (node.type === 'UpdateExpression') return rootOf(node.argument);
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return null;
  const { object, property } = node.callee;
  return property.type === 'Identifier' && mutating.has(property.name) ? rootOf(object) : null;
}

function rootOf(node: Node): string | null {
  if (node.type === 'MemberExpression') return rootOf(node.object);
  if (node.type === 'ThisExpression') return 'this';
  return node.type === 'Identifier' ? node.name : null;
}

function nodesIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn);
  if (typeof value !== 'object' || value === null || !('type' in value)) return [];
  return [value as Node, ...Object.values(value).flatMap(nodesIn)];
}
