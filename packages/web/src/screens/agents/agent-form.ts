import {
  type AgentId,
  type AgentInput,
  type ApprovalRule,
  agentInputSchema,
  checkResultSchema,
  misfitsText,
  type SkillId,
} from '@retinue/protocol';
import { budgetCopy } from '../../components/forms/copy.ts';
import { budgetFields, json, number, text, unchanged } from '../../store/forms/codecs.ts';
import { type DraftOf, type FormShape, nullIfEmpty, toDraft } from '../../store/forms/form-shape.ts';
import type { Form } from '../../store/forms/use-form.ts';
import { agentFormCopy as copy } from './copy.ts';

const ruleFields = {
  approvals: unchanged<Readonly<Record<string, ApprovalRule>>>({}),
  /** Null for no ceiling. */
  ceiling: unchanged<readonly string[] | null>(null),
  denies: unchanged<readonly string[]>([]),
  grants: unchanged<Readonly<Record<AgentId, readonly string[]>>>({}),
  answersQuestions: unchanged<boolean>(false),
  actsOnNotices: unchanged<boolean>(false),
  resultSchema: json(problemInSchema),
  ...budgetFields('budget', budgetCopy.ranges),
};

const fields = {
  name: text,
  description: text,
  'badge.color': text,
  'badge.icon': text,
  'model.provider': text,
  'model.id': text,
  systemPrompt: text,
  tools: unchanged<readonly string[]>([]),
  subAgentIds: unchanged<readonly AgentId[]>([]),
  skillIds: unchanged<readonly SkillId[]>([]),
  'sampling.temperature': number(),
  'sampling.topP': number(),
  'sampling.topK': number(),
  'sampling.seed': number(),
  'sampling.presencePenalty': number(),
  'sampling.frequencyPenalty': number(),
  maxSteps: number({ empty: null }),
  placeholder: text,
  ...ruleFields,
};

export type AgentDraft = DraftOf<typeof fields>;
export interface AgentFormProps {
  form: Form<AgentDraft>;
}

export const agentShape: FormShape<AgentDraft, AgentInput> = {
  fields,
  labels: copy.labels,
  schema: agentInputSchema,
  finish: (request) => nullIfEmpty(request, 'budget'),
  fieldOfCode: {
    'no-such-tool': 'tools',
    'no-such-skill': 'skillIds',
    'no-such-sub-agent': 'subAgentIds',
    'sub-agent-is-self': 'subAgentIds',
  },
};

export function newAgentDraft(model: { provider: string; id: string } | undefined): AgentDraft {
  return toDraft(agentShape, {
    badge: { color: '#2F7DC4', icon: 'bot' },
    model: model ?? { provider: 'demo', id: 'demo' },
    tools: ['askUser'],
  });
}

export function hasRuleProblem({ problems }: Form<AgentDraft>): boolean {
  return Object.keys(ruleFields).some((field) => Object.hasOwn(problems, field));
}

/** The number of the agent's own rules. */
export function ownRulesCount(draft: AgentDraft): number {
  const { approvals, ceiling, denies, grants, answersQuestions, actsOnNotices, resultSchema } = draft;
  const hasBudget = Object.entries(draft).some(([path, bound]) => path.startsWith('budget.') && bound !== '');
  const hasSchema = resultSchema.trim() !== '';
  const single = [ceiling !== null, answersQuestions, actsOnNotices, hasBudget, hasSchema].filter(Boolean).length;
  return Object.keys(approvals).length + denies.length + Object.keys(grants).length + single;
}

function problemInSchema(schema: unknown): string | null {
  const misfits = checkResultSchema(schema);
  return misfits && copy.schemaProblem(misfitsText(misfits));
}
