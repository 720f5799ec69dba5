import type { AgentDefinition, AgentId, Workspace, WorkspaceId } from '@retinue/protocol';
import { agentDefinitionSchema, workspaceIdSchema, workspaceSchema } from '@retinue/protocol';
import { isRecordAsWritten } from '../../log/format/checksum.ts';
import { storedJson } from '../../log/records/record-rows.ts';
import type { Finding } from '../../ports/finding.ts';
import { link } from '../../ports/finding.ts';
import type { Ask } from '../../ports/sql.ts';
import { recordProblem } from '../../records/record-shapes.ts';

/** Whether an agent came with the product: such a one is there without a record. */
export type IsBuiltIn = (workspaceId: WorkspaceId, agentId: AgentId) => Promise<boolean>;

/**
 * What people set up, beside the log: every record is of its shape, and what it names is there. The product goes on without
 * a sub-agent or a skill that was deleted, so a link into nothing is told, and stands in nobody's way.
 */
export async function verifyRecords(ask: Ask, isBuiltIn: IsBuiltIn): Promise<Finding[]> {
  const rows = await ask('SELECT * FROM record ORDER BY workspace_id, kind, id', []);
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
  if (!isRecordAsWritten(row)) return [strange(id, `The ${kind} ${id} is not what was written (wrong checksum).`)];
  const workspaceId = workspaceIdSchema.safeParse(row.workspace_id);
  if (!workspaceId.success) return [strange(id, `The ${kind} ${id} is of a workspace without an id.`)];
  const fields = storedJson(row.data);
  const problem = recordProblem(kind, id, fields);
  if (problem) return [strange(id, `The ${kind} ${id} ${problem}`)];
  known.places.add(`${kind} ${workspaceId.data} ${id}`);
  const agent = kind === 'agent' ? agentDefinitionSchema.safeParse(fields).data : undefined;
  if (agent) known.agents.push({ workspaceId: workspaceId.data, agent });
  const workspace = kind === 'workspace' ? workspaceSchema.safeParse(fields).data : undefined;
  if (workspace) known.workspaces.push(workspace);
  return [];
}

function strange(about: string, words: string): Finding {
  return { rule: 'record', about, words };
}
