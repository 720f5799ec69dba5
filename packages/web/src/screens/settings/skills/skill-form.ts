import { type SkillInput, skillInputSchema } from '@retinue/protocol';
import { text } from '../../../store/forms/codecs.ts';
import type { FormShape } from '../../../store/forms/form-shape.ts';
import { skillsCopy as copy } from './copy.ts';

export const skillShape: FormShape<SkillInput, SkillInput> = {
  fields: { name: text, description: text, content: text },
  labels: copy.labels,
  schema: skillInputSchema,
  fieldOfCode: { 'skill-exists': 'name' },
};
