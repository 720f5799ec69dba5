import { Fetching } from '../../components/forms/fetching.tsx';
import { SettingsLink } from '../../components/forms/settings-link.tsx';
import { type Tool, useSkills, useTools } from '../../store/use-library.ts';
import { FieldGroup } from '../../ui/forms/field.tsx';
import { Check, Rows, Switch } from '../../ui/forms/toggles.tsx';
import { Section } from '../../ui/layout/page.tsx';
import type { AgentFormProps } from './agent-form.ts';
import { agentFormCopy } from './copy.ts';

const { tools: copy, skills: skillsCopy } = agentFormCopy;

export function ToolsSection({ form: { field } }: AgentFormProps) {
  const tools = useTools();
  const { label, problem, value, onChange } = field('tools');
  return (
    <Section title={copy.title}>
      {tools.state !== 'ready' && <Fetching fetched={tools} subject={copy.subject} again={tools.again} />}
      {tools.state === 'ready' && problem && <FieldGroup label={label} problem={problem} />}
      {groupsOf(tools.state === 'ready' ? tools.value : []).map(({ title, members }) => (
        <FieldGroup key={title} label={title}>
          <Rows>
            {members.map(({ name, description }) => (
              <Check
                key={name}
                label={<code className="font-mono">{name}</code>}
                help={description}
                isOn={value.includes(name)}
                onChange={(isOn) => onChange(withMember(value, name, isOn))}
              />
            ))}
          </Rows>
        </FieldGroup>
      ))}
    </Section>
  );
}

/** Adds a member to a list, or removes it. */
export function withMember<Member>(list: readonly Member[], member: Member, isIn: boolean): Member[] {
  return isIn ? [...list, member] : list.filter((one) => one !== member);
}

const groups: readonly (readonly [title: string, names: readonly string[]])[] = [
  [copy.groups.person, ['askUser', 'suggestFollowUps']],
  [copy.groups.catalog, ['listDatasets', 'searchDatasets', 'getDatasetDetails', 'queryDataset']],
  [copy.groups.work, ['calculate', 'displayLineChart', 'displayBarChart']],
];

function groupsOf(tools: readonly Tool[]): { title: string; members: readonly Tool[] }[] {
  const grouped = groups.map(([title, names]) => ({
    title,
    members: names.flatMap((name) => tools.find((tool) => tool.name === name) ?? []),
  }));
  const placed = new Set(grouped.flatMap(({ members }) => members));
  const others = tools.filter((tool, index) => !placed.has(tool) && tools.indexOf(tool) === index);
  return [...grouped, { title: copy.groups.others, members: others }].filter(({ members }) => members.length > 0);
}

export function SkillsChoice({ form: { field } }: AgentFormProps) {
  const skills = useSkills();
  const { label, problem, value, onChange } = field('skillIds');
  return (
    <Section title={skillsCopy.title}>
      {skills.state !== 'ready' && <Fetching fetched={skills} subject={skillsCopy.subject} again={skills.again} />}
      {skills.state === 'ready' && skills.value.length === 0 && (
        <p className="text-small text-soft">
          {skillsCopy.none}{' '}
          <SettingsLink section="skills" edit="new">
            {skillsCopy.create}
          </SettingsLink>
        </p>
      )}
      {(problem || (skills.state === 'ready' && skills.value.length > 0)) && (
        <FieldGroup label={label} problem={problem}>
          <Rows>
            {(skills.state === 'ready' ? skills.value : []).map(({ skillId, name, description }) => (
              <Switch
                key={skillId}
                label={<code className="font-mono">{name}</code>}
                help={description}
                isOn={value.includes(skillId)}
                onChange={(isOn) => onChange(withMember(value, skillId, isOn))}
              />
            ))}
          </Rows>
        </FieldGroup>
      )}
    </Section>
  );
}
