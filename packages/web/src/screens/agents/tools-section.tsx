import type { AgentId } from '@retinue/protocol';
import { Loaded } from '../../components/forms/loaded.tsx';
import { SettingsLink } from '../../components/forms/settings-link.tsx';
import { type ListedTool, useSkills, useTools } from '../../store/use-library.ts';
import { useAgents, useWorkspace } from '../../store/use-store.ts';
import { AgentMark } from '../../ui/agents/agent-badge.tsx';
import { FieldGroup } from '../../ui/forms/fields.tsx';
import { Check, OptionRows, Switch } from '../../ui/forms/rows.tsx';
import { Section } from '../../ui/layout/page.tsx';
import type { AgentFormProps } from './agent-form.ts';
import { agentFormCopy } from './copy.ts';

const { tools: copy, skills: skillsCopy, subAgents: subAgentsCopy } = agentFormCopy;

const mono = (name: string) => <code className="font-mono">{name}</code>;

export function ToolsSection({ form: { field } }: AgentFormProps) {
  const { label, problem, value, onChange } = field('tools');
  return (
    <Section title={copy.title}>
      <Loaded fetched={useTools()} subject={copy.subject}>
        {(tools) => (
          <>
            {problem && <FieldGroup label={label} problem={problem} />}
            {groupsOf(tools).map(({ title, members }) => (
              <FieldGroup key={title} label={title}>
                <OptionRows
                  as={Check}
                  options={members.map(({ name, description }) => ({
                    value: name,
                    label: mono(name),
                    help: description,
                  }))}
                  chosen={value}
                  onChange={onChange}
                />
              </FieldGroup>
            ))}
          </>
        )}
      </Loaded>
    </Section>
  );
}

const groups: readonly (readonly [title: string, names: readonly string[]])[] = [
  [copy.groups.person, ['askUser', 'suggestFollowUps']],
  [copy.groups.catalog, ['listDatasets', 'searchDatasets', 'getDatasetDetails', 'queryDataset']],
  [copy.groups.work, ['calculate', 'displayLineChart', 'displayBarChart']],
];

function groupsOf(tools: readonly ListedTool[]): { title: string; members: readonly ListedTool[] }[] {
  const grouped = groups.map(([title, names]) => ({
    title,
    members: names.flatMap((name) => tools.find((tool) => tool.name === name) ?? []),
  }));
  const placed = new Set(grouped.flatMap(({ members }) => members));
  const others = tools.filter((tool, index) => !placed.has(tool) && tools.indexOf(tool) === index);
  return [...grouped, { title: copy.groups.others, members: others }].filter(({ members }) => members.length > 0);
}

export function SkillsChoice({ form: { field } }: AgentFormProps) {
  const { label, problem, value, onChange } = field('skillIds');
  return (
    <Section title={skillsCopy.title}>
      <Loaded fetched={useSkills()} subject={skillsCopy.subject}>
        {(skills) => (
          <FieldGroup label={label} problem={problem} isTitled>
            <OptionRows
              as={Switch}
              options={skills.map(({ skillId, name, description }) => ({
                value: skillId,
                label: mono(name),
                help: description,
              }))}
              chosen={value}
              onChange={onChange}
              empty={<SettingsLink text={skillsCopy.none} section="skills" edit="new" />}
            />
          </FieldGroup>
        )}
      </Loaded>
    </Section>
  );
}

/** A switch for each other agent. */
export function SubAgentsSection({ form: { field }, own }: AgentFormProps & { own: AgentId | null }) {
  const { maxDepth } = useWorkspace();
  const others = useAgents().filter(({ agentId }) => agentId !== own);
  const { label, problem, value, onChange } = field('subAgentIds');
  return (
    <Section
      title={subAgentsCopy.title}
      help={<SettingsLink text={subAgentsCopy.depth(maxDepth)} section="workspace" />}
    >
      <FieldGroup label={label} problem={problem}>
        <OptionRows
          as={Switch}
          options={others.map(({ agentId, name, description, badge }) => ({
            value: agentId,
            label: <span dir="auto">{name}</span>,
            help: description,
            mark: <AgentMark badge={badge} size={28} />,
          }))}
          chosen={value}
          onChange={onChange}
          empty={subAgentsCopy.none}
        />
      </FieldGroup>
    </Section>
  );
}
