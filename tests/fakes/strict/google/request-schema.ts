import { z } from 'zod';

/*
 * Every field of a generateContent request that this fake takes, from the types of `@google/genai` for the Gemini API. Names
 * are in camel case; the service takes snake case too, and gateways don't.
 */
const inlineData = z.strictObject({ mimeType: z.string(), data: z.string(), displayName: z.string().optional() });
const functionCall = z.strictObject({
  id: z.string().optional(),
  name: z.string(),
  args: z.record(z.string(), z.unknown()).optional(),
});
const functionResponse = z.strictObject({
  id: z.string().optional(),
  name: z.string(),
  response: z.record(z.string(), z.unknown()),
  parts: z.array(z.strictObject({ inlineData })).optional(),
  scheduling: z.string().optional(),
  willContinue: z.boolean().optional(),
});
const part = z.strictObject({
  text: z.string().optional(),
  thought: z.boolean().optional(),
  thoughtSignature: z.string().optional(),
  inlineData: inlineData.optional(),
  fileData: z.strictObject({ fileUri: z.string(), mimeType: z.string().optional() }).optional(),
  functionCall: functionCall.optional(),
  functionResponse: functionResponse.optional(),
  executableCode: z.looseObject({}).optional(),
  codeExecutionResult: z.looseObject({}).optional(),
  toolCall: z.looseObject({}).optional(),
  toolResponse: z.looseObject({}).optional(),
  mediaResolution: z.looseObject({}).optional(),
});
const content = z.strictObject({ role: z.string().optional(), parts: z.array(part).optional() });

export interface GeminiSchema {
  type?: string | undefined;
  format?: string | undefined;
  title?: string | undefined;
  description?: string | undefined;
  nullable?: boolean | undefined;
  enum?: string[] | undefined;
  items?: GeminiSchema | undefined;
  properties?: Record<string, GeminiSchema> | undefined;
  required?: string[] | undefined;
  propertyOrdering?: string[] | undefined;
  anyOf?: GeminiSchema[] | undefined;
  default?: unknown;
  example?: unknown;
  pattern?: string | undefined;
  minimum?: number | undefined;
  maximum?: number | undefined;
  minItems?: string | number | undefined;
  maxItems?: string | number | undefined;
  minLength?: string | number | undefined;
  maxLength?: string | number | undefined;
  minProperties?: string | number | undefined;
  maxProperties?: string | number | undefined;
}

const count = z.union([z.string(), z.number()]).optional();
/** The subset of OpenAPI that `parameters` and `responseSchema` take: `additionalProperties`, `$ref` and others are unknown. */
const schema: z.ZodType<GeminiSchema> = z.lazy(() =>
  z.strictObject({
    type: z.string().optional(),
    format: z.string().optional(),
    title: z.string().optional(),
    description: z.string().optional(),
    nullable: z.boolean().optional(),
    enum: z.array(z.string()).optional(),
    items: schema.optional(),
    properties: z.record(z.string(), schema).optional(),
    required: z.array(z.string()).optional(),
    propertyOrdering: z.array(z.string()).optional(),
    anyOf: z.array(schema).optional(),
    default: z.unknown().optional(),
    example: z.unknown().optional(),
    pattern: z.string().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    minItems: count,
    maxItems: count,
    minLength: count,
    maxLength: count,
    minProperties: count,
    maxProperties: count,
  }),
);

const functionDeclaration = z.strictObject({
  name: z.string(),
  description: z.string().optional(),
  parameters: schema.optional(),
  parametersJsonSchema: z.unknown().optional(),
  response: schema.optional(),
  responseJsonSchema: z.unknown().optional(),
  behavior: z.string().optional(),
});

export const generateRequest = z.strictObject({
  contents: z.array(content),
  systemInstruction: content.optional(),
  tools: z
    .array(
      z.strictObject({
        functionDeclarations: z.array(functionDeclaration).optional(),
        googleSearch: z.looseObject({}).optional(),
        urlContext: z.looseObject({}).optional(),
        codeExecution: z.looseObject({}).optional(),
      }),
    )
    .optional(),
  toolConfig: z
    .strictObject({
      functionCallingConfig: z
        .strictObject({
          mode: z.enum(['MODE_UNSPECIFIED', 'AUTO', 'ANY', 'NONE', 'VALIDATED']).optional(),
          allowedFunctionNames: z.array(z.string()).optional(),
        })
        .optional(),
      includeServerSideToolInvocations: z.boolean().optional(),
      retrievalConfig: z.looseObject({}).optional(),
    })
    .optional(),
  generationConfig: z
    .strictObject({
      temperature: z.number().optional(),
      topP: z.number().optional(),
      topK: z.number().optional(),
      candidateCount: z.number().int().optional(),
      maxOutputTokens: z.number().int().optional(),
      stopSequences: z.array(z.string()).optional(),
      seed: z.number().int().optional(),
      presencePenalty: z.number().optional(),
      frequencyPenalty: z.number().optional(),
      responseLogprobs: z.boolean().optional(),
      logprobs: z.number().int().optional(),
      responseMimeType: z.string().optional(),
      responseSchema: schema.optional(),
      responseJsonSchema: z.unknown().optional(),
      responseModalities: z.array(z.string()).optional(),
      mediaResolution: z.string().optional(),
      thinkingConfig: z
        .strictObject({
          includeThoughts: z.boolean().optional(),
          thinkingBudget: z.number().int().optional(),
          thinkingLevel: z.string().optional(),
        })
        .optional(),
    })
    .optional(),
  safetySettings: z.array(z.looseObject({})).optional(),
  cachedContent: z.string().optional(),
  serviceTier: z.string().optional(),
});

export type GenerateRequest = z.infer<typeof generateRequest>;
export type GeminiContent = z.infer<typeof content>;
export type GeminiPart = z.infer<typeof part>;
export type FunctionDeclaration = z.infer<typeof functionDeclaration>;
