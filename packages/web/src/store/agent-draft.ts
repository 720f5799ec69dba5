import { type AgentDefinition, type AgentId, type AgentInput, agentInputSchema, type SkillId } from '@retinue/protocol';
import { type ControlDraft, controlInput, controlNames, controlOf, noControl } from './agent-control.ts';
import {
  type Checked,
  type FieldNames,
  fieldOfRefusal,
  labelIn,
  numberOf,
  type Problems,
  problemsOf,
  type Refused,
} from './forms.ts';
import { resultSchemaOf } from './result-schema-draft.ts';

/** An agent as it stands in its form: numbers are what was typed. */
export interface AgentDraft extends ControlDraft {
  name: string;
  description: string;
  color: string;
  icon: string;
  provider: string;
  modelId: string;
  systemPrompt: string;
  tools: readonly string[];
  subAgentIds: readonly AgentId[];
  skillIds: readonly SkillId[];
  temperature: string;
  topP: string;
  topK: string;
  seed: string;
  presencePenalty: string;
  frequencyPenalty: string;
  maxSteps: string;
  placeholder: string;
}

export const newAgentDraft: AgentDraft = {
  name: '',
  description: '',
  color: '#2F7DC4',
  icon: 'bot',
  provider: 'demo',
  modelId: 'demo',
  systemPrompt: '',
  tools: ['askUser'],
  subAgentIds: [],
  skillIds: [],
  temperature: '',
  topP: '',
  topK: '',
  seed: '',
  presencePenalty: '',
  frequencyPenalty: '',
  maxSteps: '',
  placeholder: '',
  ...noControl,
};

const agentFields: FieldNames<AgentDraft> = [
  ['name', 'name', 'The name'],
  ['description', 'description', 'The description'],
  ['badge.color', 'color', 'The colour'],
  ['badge.icon', 'icon', 'The icon'],
  ['model.provider', 'provider', 'The provider'],
  ['model.id', 'modelId', 'The model'],
  ['systemPrompt', 'systemPrompt', 'The system prompt'],
  ['tools', 'tools', 'The list of tools'],
  ['subAgentIds', 'subAgentIds', 'The list of sub-agents'],
  ['skillIds', 'skillIds', 'The list of skills'],
  ['sampling.temperature', 'temperature', 'The temperature'],
  ['sampling.topP', 'topP', 'Top-p'],
  ['sampling.topK', 'topK', 'Top-k'],
  ['sampling.seed', 'seed', 'The seed'],
  ['sampling.presencePenalty', 'presencePenalty', 'The presence penalty'],
  ['sampling.frequencyPenalty', 'frequencyPenalty', 'The frequency penalty'],
  ['maxSteps', 'maxSteps', 'The number of steps'],
  ['placeholder', 'placeholder', 'The placeholder'],
  ...controlNames,
];

export const agentFieldLabel = labelIn(agentFields);

export function draftOfAgent(agent: AgentDefinition): AgentDraft {
  const { sampling } = agent;
  return {
    name: agent.name,
    description: agent.description,
    color: agent.badge.color,
    icon: agent.badge.icon,
    provider: agent.model.provider,
    modelId: agent.model.id,
    systemPrompt: agent.systemPrompt,
    tools: agent.tools,
    subAgentIds: agent.subAgentIds,
    skillIds: agent.skillIds,
    temperature: typed(sampling.temperature),
    topP: typed(sampling.topP),
    topK: typed(sampling.topK),
    seed: typed(sampling.seed),
    presencePenalty: typed(sampling.presencePenalty),
    frequencyPenalty: typed(sampling.frequencyPenalty),
    maxSteps: typed(agent.maxSteps ?? undefined),
    placeholder: agent.placeholder,
    ...controlOf(agent),
  };
}

/** By the same schema that the server asks. */
export function checkAgentDraft(draft: AgentDraft): Checked<AgentDraft, AgentInput> {
  const input = inputOf(draft);
  const parsed = agentInputSchema.safeParse(input);
  const result = resultSchemaOf(draft.resultSchema);
  if (parsed.success && 'schema' in result) return { value: input };
  const problems = parsed.success ? {} : problemsOf(parsed.error.issues, agentFields);
  return { problems: 'problem' in result ? { ...problems, resultSchema: result.problem } : problems };
}

/** The server's words, beside the field that they are about. */
export function agentProblems(refusal: Refused): Problems<AgentDraft> {
  const field = fieldsByCode.get(refusal.code) ?? fieldOfRefusal(refusal, agentFields);
  return field ? { [field]: refusal.words } : {};
}

const fieldsByCode = new Map<string, keyof AgentDraft>([
  ['no-such-tool', 'tools'],
  ['no-such-skill', 'skillIds'],
  ['no-such-sub-agent', 'subAgentIds'],
  ['sub-agent-is-self', 'subAgentIds'],
]);

function inputOf(draft: AgentDraft): AgentInput {
  const sampling = {
    temperature: numberOf(draft.temperature),
    topP: numberOf(draft.topP),
    topK: numberOf(draft.topK),
    seed: numberOf(draft.seed),
    presencePenalty: numberOf(draft.presencePenalty),
    frequencyPenalty: numberOf(draft.frequencyPenalty),
  };
  return {
    name: draft.name,
    description: draft.description,
    badge: { color: draft.color, icon: draft.icon },
    model: { provider: draft.provider, id: draft.modelId },
    sampling: Object.fromEntries(Object.entries(sampling).filter(([, value]) => value !== undefined)),
    tools: [...draft.tools],
    maxSteps: numberOf(draft.maxSteps) ?? null,
    systemPrompt: draft.systemPrompt,
    subAgentIds: [...draft.subAgentIds],
    skillIds: [...draft.skillIds],
    placeholder: draft.placeholder,
    ...controlInput(draft),
  };
}

function typed(value: number | undefined): string {
  return value === undefined ? '' : String(value);
}
