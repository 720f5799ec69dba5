import type { AgentId, Skill } from '@retinue/protocol';
import { Link } from '@tanstack/react-router';
import { type Tool, useSkills, useTools, useWorkspace } from '../../store/use-library.ts';
import { useAgents } from '../../store/use-store.ts';
import { AgentMark } from '../../ui/agents/agent-badge.tsx';
import { FieldGroup } from '../../ui/forms/field.tsx';
import { Check, Rows, Switch } from '../../ui/forms/toggles.tsx';
import { Section } from '../../ui/layout/page.tsx';
import { Fetching } from '../fetching.tsx';
import type { AgentFormProps } from './identity.tsx';

export function Tools({ form: { draft, change, problems } }: AgentFormProps) {
  const tools = useTools();
  if (tools.state !== 'ready') {
    return (
      <Section title="Tools">
        <Fetching fetched={tools} what="the tools" again={tools.again} />
      </Section>
    );
  }
  const groups = groupsOf(tools.value);
  const set = (name: string, isOn: boolean) =>
    change({ tools: isOn ? [...draft.tools, name] : draft.tools.filter((one) => one !== name) });
  return (
    <Section title="Tools" help="What it can do besides writing. It sees only what is ticked.">
      {problems.tools && <FieldGroup label="Tools" problem={problems.tools} />}
      {groups.map(({ title, members }) => (
        <FieldGroup key={title} label={title}>
          <Rows>
            {members.map(({ name, description }) => (
              <Check
                key={name}
                label={<code className="font-mono">{name}</code>}
                help={description}
                isOn={draft.tools.includes(name)}
                onChange={(isOn) => set(name, isOn)}
              />
            ))}
          </Rows>
        </FieldGroup>
      ))}
    </Section>
  );
}

const groupTitles: readonly (readonly [title: string, names: readonly string[]])[] = [
  ['The person', ['askUser', 'suggestFollowUps']],
  ['The data catalogue', ['listDatasets', 'searchDatasets', 'getDatasetDetails', 'queryDataset']],
  ['Working out and drawing', ['calculate', 'displayLineChart', 'displayBarChart']],
];

function groupsOf(tools: readonly Tool[]): { title: string; members: readonly Tool[] }[] {
  const grouped = groupTitles.map(([title, names]) => ({
    title,
    members: names.flatMap((name) => tools.find((tool) => tool.name === name) ?? []),
  }));
  const placed = new Set(grouped.flatMap(({ members }) => members));
  const others = tools.filter((tool, index) => !placed.has(tool) && tools.indexOf(tool) === index);
  return [...grouped, { title: 'Others', members: others }].filter(({ members }) => members.length > 0);
}

/** A switch for each other agent. */
export function SubAgents({ form: { draft, change, problems }, own }: AgentFormProps & { own: AgentId | null }) {
  const { maxDepth } = useWorkspace();
  const others = useAgents().filter(({ agentId }) => agentId !== own);
  const set = (agentId: AgentId, isOn: boolean) =>
    change({ subAgentIds: isOn ? [...draft.subAgentIds, agentId] : draft.subAgentIds.filter((id) => id !== agentId) });
  return (
    <Section title="Sub-agents" help={<DepthWords maxDepth={maxDepth} />}>
      <FieldGroup label="Whom it may send" problem={problems.subAgentIds}>
        {others.length === 0 ? (
          <p className="text-small text-soft">There is no other agent yet.</p>
        ) : (
          <Rows>
            {others.map(({ agentId, name, description, badge }) => (
              <Switch
                key={agentId}
                mark={<AgentMark badge={badge} size={28} />}
                label={<span dir="auto">{name}</span>}
                help={description}
                isOn={draft.subAgentIds.includes(agentId)}
                onChange={(isOn) => set(agentId, isOn)}
              />
            ))}
          </Rows>
        )}
      </FieldGroup>
    </Section>
  );
}

function DepthWords({ maxDepth }: { maxDepth: number }) {
  const words =
    maxDepth === 0
      ? 'In this workspace no agent may send another: the depth of delegation is 0.'
      : `In this workspace, delegation goes ${maxDepth} ${maxDepth === 1 ? 'level' : 'levels'} deep. An agent at the last level works alone, and nobody is sent again who is already on the way there.`;
  return (
    <>
      {words}{' '}
      <Link
        to="/settings/$section"
        params={{ section: 'workspace' }}
        search={{}}
        className="text-accent underline underline-offset-2"
      >
        Change the depth
      </Link>
    </>
  );
}

export function SkillChoice({ form: { draft, change, problems } }: AgentFormProps) {
  const skills = useSkills();
  const set = ({ skillId }: Skill, isOn: boolean) =>
    change({ skillIds: isOn ? [...draft.skillIds, skillId] : draft.skillIds.filter((id) => id !== skillId) });
  return (
    <Section title="Skills" help="Know-how that it reads when a task calls for it.">
      {skills.state !== 'ready' && <Fetching fetched={skills} what="the skills" again={skills.again} />}
      {problems.skillIds && <FieldGroup label="Skills" problem={problems.skillIds} />}
      {skills.state === 'ready' && skills.value.length === 0 && (
        <p className="text-small text-soft">
          There are no skills yet.{' '}
          <Link
            to="/settings/$section"
            params={{ section: 'skills' }}
            search={{ edit: 'new' }}
            className="text-accent underline underline-offset-2"
          >
            Write the first one
          </Link>
        </p>
      )}
      {skills.state === 'ready' && skills.value.length > 0 && (
        <FieldGroup label="What it can read up on">
          <Rows>
            {skills.value.map((skill) => (
              <Switch
                key={skill.skillId}
                label={<code className="font-mono">{skill.name}</code>}
                help={skill.description}
                isOn={draft.skillIds.includes(skill.skillId)}
                onChange={(isOn) => set(skill, isOn)}
              />
            ))}
          </Rows>
        </FieldGroup>
      )}
    </Section>
  );
}
