import { z } from 'zod';

const maxContextItems = 20;
const maxSchemaBytes = 16 * 1024;

const contextInput = z.strictObject({
  messages: z
    .array(z.int().min(1))
    .max(maxContextItems)
    .optional()
    .describe('Messages and answers of your conversation, counted back from the newest, which is 1'),
  results: z.array(z.string()).max(maxContextItems).optional().describe('Ids of your own tasks that have ended'),
});

const schemaInput = z
  .record(z.string(), z.json())
  .refine((schema) => Buffer.byteLength(JSON.stringify(schema)) <= maxSchemaBytes, 'must have at most 16 KB')
  .describe('A JSON schema that the result must fit');

/** The input of newTask: a fresh agent, or one that has ended a task of the caller and continues with its memory. */
export const newTaskInput = z
  .strictObject({
    task: z.string().trim().min(1).describe('The complete instruction, with everything the agent needs to know'),
    subAgentId: z.string().optional().describe('The id of the agent to delegate to'),
    taskId: z.string().optional().describe('Instead of subAgentId: the id of your ended task whose agent continues'),
    background: z.boolean().optional().describe('True to continue without waiting; a notice reports the end'),
    resultSchema: schemaInput.optional(),
    context: contextInput.optional().describe('Context for the agent in addition to the task; none by default'),
  })
  .refine(
    ({ subAgentId, taskId }) => (subAgentId === undefined) !== (taskId === undefined),
    'give either subAgentId, for a new agent, or taskId, to continue with the agent of your ended task, and not both',
  );

export type NewTaskInput = z.infer<typeof newTaskInput>;
