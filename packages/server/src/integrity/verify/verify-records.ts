import type { AgentDefinition, AgentId, Workspace, WorkspaceId } from '@retinue/protocol';
import { agentDefinitionSchema, recordProblemText, workspaceIdSchema, workspaceSchema } from '@retinue/protocol';
import { isRecordAsWritten } from '../../log/format/checksum.ts';
import { storedJson } from '../../log/records/record-rows.ts';
import { type Finding, linkFinding } from '../../ports/log/finding.ts';
import type { Ask } from '../../ports/log/sql.ts';
import { recordProblem } from '../../records/record-problem.ts';

/** Whether an agent is built in: such an agent has no record until it is edited. */
export type IsBuiltIn = (workspaceId: WorkspaceId, agentId: AgentId) => Promise<boolean>;

/**
 * Checks that every record has its shape and names only agents and skills that exist. A missing one is reported, though
 * agents work without it.
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
    const message = `Workspace ${name} (${workspaceId}) starts chats with ${defaultAgentId}, which does not exist. Choose another one in its settings.`;
    findings.push(linkFinding(workspaceId, message));
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
    findings.push(
      linkFinding(agentId, `Agent ${name} (${agentId}) ${does}, which does not exist. It works without it.`),
    );
  for (const id of subAgentIds) if (!(await hasAgent(workspaceId, id))) tell(`can delegate to ${id}`);
  for (const id of skillIds) if (!places.has(`skill ${workspaceId} ${id}`)) tell(`has skill ${id}`);
  return findings;
}

/** Adds a valid record to the known ones. */
function readRow(row: Record<string, unknown>, known: Known): Finding[] {
  const [kind, id] = [String(row.kind), String(row.id)];
  if (!isRecordAsWritten(row)) return [strange(id, `The ${kind} ${id} is not what was written (wrong checksum).`)];
  const workspaceId = workspaceIdSchema.safeParse(row.workspace_id);
  if (!workspaceId.success) return [strange(id, `The ${kind} ${id} is of a workspace without an id.`)];
  const fields = storedJson(row.data);
  const problem = recordProblem(kind, id, fields);
  if (problem) return [strange(id, `The ${kind} ${id} ${recordProblemText(problem)}`)];
  known.places.add(`${kind} ${workspaceId.data} ${id}`);
  const agent = kind === 'agent' ? agentDefinitionSchema.safeParse(fields).data : undefined;
  if (agent) known.agents.push({ workspaceId: workspaceId.data, agent });
  const workspace = kind === 'workspace' ? workspaceSchema.safeParse(fields).data : undefined;
  if (workspace) known.workspaces.push(workspace);
  return [];
}

function strange(about: string, message: string): Finding {
  return { rule: 'record', about, message };
}
