import { type Skill, type SkillInput, skillInputSchema } from '@retinue/protocol';
import {
  type Checked,
  type FieldNames,
  fieldOfRefusal,
  labelIn,
  type Problems,
  problemsOf,
  type Refused,
} from './forms.ts';

const names: FieldNames<SkillInput> = [
  ['name', 'name', 'The name'],
  ['description', 'description', 'The description'],
  ['content', 'content', 'The text'],
];

export const newSkillDraft: SkillInput = { name: '', description: '', content: '' };

export const skillFieldLabel = labelIn(names);

export function draftOfSkill({ name, description, content }: Skill): SkillInput {
  return { name, description, content };
}

export function checkSkillDraft(draft: SkillInput): Checked<SkillInput, SkillInput> {
  const parsed = skillInputSchema.safeParse(draft);
  return parsed.success ? { value: draft } : { problems: problemsOf(parsed.error.issues, names) };
}

export function skillProblems(refusal: Refused): Problems<SkillInput> {
  const field = refusal.code === 'skill-exists' ? 'name' : fieldOfRefusal(refusal, names);
  return field ? { [field]: refusal.words } : {};
}
