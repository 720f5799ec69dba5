import type { AgentDefinition, AgentId, Workspace, WorkspaceId } from '@retinue/protocol';
import {
  agentDefinitionSchema,
  priceSchema,
  problemsIn,
  providerSchema,
  skillSchema,
  triggerNames,
  webhookSchema,
  workspaceIdSchema,
  workspaceSchema,
} from '@retinue/protocol';
import { z } from 'zod';
import type { RecordKind } from '../ports/records.ts';
import type { Ask } from './reads.ts';
import type { Finding } from './verify-finding.ts';
import { link } from './verify-finding.ts';

/** Whether an agent came with the product: such a one is there without a record. */
export type IsBuiltIn = (workspaceId: WorkspaceId, agentId: AgentId) => Promise<boolean>;

/**
 * What people set up, beside the log: every record is of its shape, and what it names is there. The product goes on without
 * a sub-agent or a skill that was deleted, so a link into nothing is told, and stands in nobody's way.
 */
export async function verifyRecords(ask: Ask, isBuiltIn: IsBuiltIn): Promise<Finding[]> {
  const rows = await ask('SELECT workspace_id, kind, id, data FROM record ORDER BY workspace_id, kind, id', []);
  const known: Known = { places: new Set(), agents: [], workspaces: [] };
  const findings = rows.flatMap((row) => readRow(row, known));
  const hasAgent = async (workspaceId: WorkspaceId, agentId: AgentId) =>
    known.places.has(`agent ${workspaceId} ${agentId}`) || (await isBuiltIn(workspaceId, agentId));
  for (const { workspaceId, agent } of known.agents) {
    findings.push(...(await verifyAgent(workspaceId, agent, known, hasAgent)));
  }
  for (const { workspaceId, name, defaultAgentId } of known.workspaces) {
    if (await hasAgent(workspaceId, defaultAgentId)) continue;
    const words = `Workspace ${name} (${workspaceId}) begins chats with ${defaultAgentId}, which is not there. Choose another one in its settings.`;
    findings.push(link(workspaceId, words));
  }
  return findings;
}

type HasAgent = (workspaceId: WorkspaceId, agentId: AgentId) => Promise<boolean>;
interface Known {
  /** Kind, workspace and id of each. */
  places: Set<string>;
  agents: { workspaceId: WorkspaceId; agent: AgentDefinition }[];
  workspaces: Workspace[];
}

async function verifyAgent(
  workspaceId: WorkspaceId,
  { agentId, name, subAgentIds, skillIds }: AgentDefinition,
  { places }: Known,
  hasAgent: HasAgent,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const tell = (does: string) =>
    findings.push(link(agentId, `Agent ${name} (${agentId}) ${does}, which is not there. It goes on without.`));
  for (const id of subAgentIds) if (!(await hasAgent(workspaceId, id))) tell(`may send ${id}`);
  for (const id of skillIds) if (!places.has(`skill ${workspaceId} ${id}`)) tell(`has skill ${id}`);
  return findings;
}

/** What is whole of it goes to the known ones. */
function readRow(row: Record<string, unknown>, known: Known): Finding[] {
  const [kind, id] = [String(row.kind), String(row.id)];
  if (!isShaped(kind)) return [];
  const workspaceId = workspaceIdSchema.safeParse(row.workspace_id);
  if (!workspaceId.success) return [strange(id, `The ${kind} ${id} is of a workspace without an id.`)];
  const fields = jsonOf(String(row.data));
  // An agent that was reset leaves only its version behind.
  if (kind === 'agent' && resetSchema.safeParse(fields).success) return [];
  const parsed = shapes[kind].safeParse(fields);
  if (!parsed.success) return [strange(id, `The ${kind} ${id} can't be read: ${problemsIn(parsed.error)}`)];
  const own = idIn(kind, parsed.data);
  if (own !== id) return [strange(id, `The ${kind} ${id} calls itself ${own}.`)];
  known.places.add(`${kind} ${workspaceId.data} ${id}`);
  if ('subAgentIds' in parsed.data) known.agents.push({ workspaceId: workspaceId.data, agent: parsed.data });
  if ('defaultAgentId' in parsed.data) known.workspaces.push(parsed.data);
  return [];
}

const resetSchema = z.strictObject({ isReset: z.literal(true), version: z.int().min(1) });

/** As they lie in the store. */
const shapes = {
  workspace: workspaceSchema,
  agent: agentDefinitionSchema,
  skill: skillSchema,
  price: priceSchema,
  provider: providerSchema.omit({ hasKey: true }).extend({ key: z.string().nullable() }),
  webhook: webhookSchema.extend({
    secret: z.string(),
    since: z.int(),
    sinceOf: z.partialRecord(z.enum(triggerNames), z.int()),
  }),
} satisfies { [Kind in RecordKind]?: z.ZodType };

/** A price goes by what it is for, everything else by an id of its own. */
function idIn(kind: string, fields: object): string {
  const named = new Map(Object.entries(fields));
  return kind === 'price' ? `${named.get('provider')} ${named.get('modelId')}` : String(named.get(`${kind}Id`));
}

function isShaped(kind: string): kind is keyof typeof shapes {
  return Object.hasOwn(shapes, kind);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function strange(about: string, words: string): Finding {
  return { rule: 'record', about, words };
}
