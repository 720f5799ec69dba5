import { type AgentInput, checkResultSchema } from '@retinue/protocol';

type ResultSchema = AgentInput['resultSchema'];

/** What was typed as a JSON schema; nothing typed is none. */
export function resultSchemaOf(text: string): { schema: ResultSchema } | { problem: string } {
  if (text.trim() === '') return { schema: null };
  try {
    const schema = JSON.parse(text);
    const problem = checkResultSchema(schema);
    return problem ? { problem: `The schema can't be used: ${problem}` } : { schema };
  } catch (error) {
    return { problem: `This is not JSON yet: ${error instanceof Error ? error.message : 'it can’t be read'}.` };
  }
}

export function typedSchema(schema: unknown): string {
  return schema === undefined || schema === null ? '' : JSON.stringify(schema, null, 2);
}
