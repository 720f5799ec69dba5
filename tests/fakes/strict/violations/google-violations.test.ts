import { GoogleGenAI } from '@google/genai';
import { call, say, think, together } from '../../../support/scripted/script-lines.ts';
import {
  type GeminiContent,
  type GeminiPart,
  type GenerateRequest,
  generateRequest,
} from '../google/request-schema.ts';
import { inSteps } from '../strict-servers.ts';
import { header, png, type Sent, testViolations, type Violation } from './violation.ts';

/* The good request is the third of a turn. `contents`: 0 user, 1 model with two calls, 2 responses, 3 model with one call, 4 response. */
const script = inSteps(
  [think('One.'), say('Wait.'), together(call('add', { a: 1 }), call('subtract', { a: 2 }))],
  [call('add', { a: 3 })],
  [say('Six.')],
);
const model = 'gemini-3.8-flash';

const declaration = { name: 'add', parameters: { type: 'OBJECT', properties: { a: { type: 'NUMBER' } } } };
const opening: GenerateRequest = {
  systemInstruction: { parts: [{ text: 'Be brief.' }] },
  tools: [{ functionDeclarations: [declaration, { ...declaration, name: 'subtract' }] }],
  generationConfig: { maxOutputTokens: 4000, thinkingConfig: { includeThoughts: true, thinkingLevel: 'LOW' } },
  contents: [{ role: 'user', parts: [{ text: 'Add 1 and subtract 2.' }] }],
};

async function good(origin: string): Promise<Sent> {
  const client = new GoogleGenAI({ apiKey: 'strict-key', httpOptions: { baseUrl: origin } });
  const contents: GeminiContent[] = structuredClone(opening.contents);
  const { tools, systemInstruction, generationConfig = {} } = opening;
  for (let step = 1; step <= 2; step += 1) {
    const request = { model, contents, config: { tools, systemInstruction, ...generationConfig } };
    const stream = await client.models.generateContentStream(
      request as Parameters<typeof client.models.generateContentStream>[0],
    );
    const parts: GeminiPart[] = [];
    for await (const chunk of stream) parts.push(...((chunk.candidates?.[0]?.content?.parts ?? []) as GeminiPart[]));
    const kept = parts.filter(({ text, thoughtSignature }) => text !== '' || thoughtSignature !== undefined);
    contents.push({ role: 'model', parts: kept }, { role: 'user', parts: kept.flatMap(responseTo) });
  }
  const headers = { 'x-goog-api-key': 'strict-key', 'content-type': 'application/json' };
  return { path: `/v1beta/models/${model}:streamGenerateContent?alt=sse`, headers, body: { ...opening, contents } };
}

function responseTo({ functionCall }: GeminiPart): GeminiPart[] {
  if (!functionCall) return [];
  return [{ functionResponse: { id: functionCall.id, name: functionCall.name, response: { output: 3 } } }];
}

function change(edit: (body: GenerateRequest) => object): (sent: Sent) => Sent {
  return (sent) => ({ ...sent, body: edit(generateRequest.parse(sent.body)) });
}

const set = (fields: object): Violation => ({ change: change((body) => ({ ...body, ...fields })) });
const contents = (edit: (contents: GeminiContent[]) => unknown[]): Violation => ({
  change: change((body) => ({ ...body, contents: edit([...body.contents]) })),
});
const parts = (content: number, edit: (parts: GeminiPart[]) => unknown[]): Violation =>
  contents((all) =>
    all.map((one, index) => (index === content ? { ...one, parts: edit([...(one.parts ?? [])]) } : one)),
  );
const hello = { contents: [{ role: 'user', parts: [{ text: 'Hello' }] }] };
const user = (...given: object[]) => set({ contents: [{ role: 'user', parts: given }] });
const tools = (...functionDeclarations: object[]) => set({ ...hello, tools: [{ functionDeclarations }] });
const config = (fields: object) => set({ ...hello, generationConfig: fields });
const calling = (fields: object) => set({ toolConfig: { functionCallingConfig: fields } });
const to = (other: string) => (sent: Sent) => ({ ...sent, path: sent.path.replace(model, other) });
const schema = { type: 'OBJECT', properties: { a: { type: 'STRING' } } };

const violations: Record<string, Violation> = {
  'google/key-missing': { change: header('x-goog-api-key', null), status: 403 },
  'google/key-wrong': { change: header('x-goog-api-key', 'other') },
  'google/request-bytes': { change: (sent) => sent, options: { limits: { requestBytes: 100 } } },
  'google/json': { change: (sent) => ({ ...sent, body: '{' }) },
  'google/model-unknown': { change: to('gemini-none'), status: 404 },
  'google/field-missing': set({ contents: undefined }),
  'google/field-type': config({ temperature: 'warm' }),
  'google/field-value': calling({ mode: 'SOMETIMES' }),
  'google/field-unknown': tools({
    ...declaration,
    parameters: { ...declaration.parameters, additionalProperties: false },
  }),

  'google/contents-empty': set({ contents: [] }),
  'google/role': contents(([first, ...others]) => [{ ...first, role: 'assistant' }, ...others]),
  'google/parts-empty': set({ contents: [{ role: 'user', parts: [] }] }),
  'google/part-without-data': user({ text: 'Hello' }, { text: '' }),
  'google/roles-alternate': set({ contents: [...hello.contents, ...hello.contents] }),
  'google/call-place': contents((all) => all.slice(1)),
  'google/response-count': parts(2, (all) => all.slice(1)),
  'google/response-without-call': contents((all) => all.slice(2)),
  'google/response-order': parts(2, (all) => all.reverse()),
  'google/ends-with-user': set({ contents: [...hello.contents, { role: 'model', parts: [{ text: 'Hi' }] }] }),
  'google/signature-missing': parts(3, (all) => all.map(({ thoughtSignature: _, ...part }) => part)),
  'google/signature-corrupted': parts(3, (all) => all.map((part) => ({ ...part, thoughtSignature: 'AAAA' }))),
  'google/signature-model': { change: to('gemini-4-argon') },
  'google/signature-moved': parts(3, (all) =>
    all.map((part) => (part.functionCall ? { ...part, functionCall: { ...part.functionCall, args: { a: 4 } } } : part)),
  ),
  'google/image-count': {
    ...user({ inlineData: { mimeType: 'image/png', data: png } }, { inlineData: { mimeType: 'image/png', data: png } }),
    options: { limits: { images: 1 } },
  },
  'google/media-type': user({ inlineData: { mimeType: 'image/bmp', data: png } }),
  'google/media-content': user({ inlineData: { mimeType: 'image/jpeg', data: png } }),
  'google/input-tokens': { change: (sent) => sent, options: { limits: { inputTokens: 10 } } },

  'google/function-name': tools({ ...declaration, name: '1st' }),
  'google/function-twice': tools(declaration, declaration),
  'google/function-count': { ...tools(declaration, { ...declaration, name: 'b' }), options: { limits: { tools: 1 } } },
  'google/parameters-twice': tools({ ...declaration, parametersJsonSchema: { type: 'object' } }),
  'google/parameters-schema': tools({ ...declaration, parameters: { type: 'object', properties: {} } }),
  'google/response-schema': config({ responseMimeType: 'application/json', responseSchema: { type: 'ARRAY' } }),
  'google/response-schema-type': config({ responseSchema: schema }),
  'google/response-schema-twice': config({
    responseMimeType: 'application/json',
    responseSchema: schema,
    responseJsonSchema: {},
  }),
  'google/allowed-names-mode': calling({ mode: 'AUTO', allowedFunctionNames: ['add'] }),
  'google/allowed-names-known': calling({ mode: 'ANY', allowedFunctionNames: ['multiply'] }),
  'google/search-with-functions': set({
    ...hello,
    tools: [{ functionDeclarations: [declaration] }, { googleSearch: {} }],
  }),
  'google/thinking-level-model': config({ thinkingConfig: { thinkingLevel: 'MINIMAL' } }),
  'google/thinking-both': config({ thinkingConfig: { thinkingLevel: 'LOW', thinkingBudget: 1000 } }),
  'google/thinking-off-model': config({ thinkingConfig: { thinkingBudget: 0 } }),
  'google/temperature': config({ temperature: 2.5 }),
  'google/output-tokens': config({ maxOutputTokens: 100_000 }),
  'google/stop-count': config({ stopSequences: ['a', 'b', 'c', 'd', 'e', 'f'] }),
};

testViolations({ service: 'google', script, good, violations });
