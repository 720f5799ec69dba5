import { isBase64, typeByContent } from '../../core/media.ts';
import { firstOf, observed, type Rule, seenInCode, when } from '../../core/rule.ts';
import { planImplicitCache } from '../cache-plan.ts';
import { type CheckedGenerate, callsIn, isModel, partsOf, responsesIn, signedParts, turnStart } from '../contents.ts';
import { tooManyTokens } from '../problems.ts';
import { callingPage, errorsPage, imagesPage, referencePage, signaturesPage } from '../sources.ts';

/** Contents, their parts, and the signatures on them. */
export const contentRules: readonly Rule<CheckedGenerate>[] = [
  {
    id: 'google/contents-empty',
    sentence: 'There is at least one content.',
    source: referencePage,
    check: ({ body }) =>
      when(body.contents.length === 0, '* GenerateContentRequest.contents: contents is not specified'),
  },
  {
    id: 'google/role',
    sentence: 'A role is user or model.',
    source: referencePage,
    check: ({ body }) =>
      firstOf(
        body.contents,
        ({ role }) =>
          role !== undefined && role !== 'user' && role !== 'model' && 'Please use a valid role: user, model.',
      ),
  },
  {
    id: 'google/parts-empty',
    sentence: 'A content has parts.',
    source: referencePage,
    check: ({ body }) =>
      firstOf(
        body.contents,
        (content, index) =>
          partsOf(content).length === 0 &&
          `* GenerateContentRequest.contents[${index}].parts: contents.parts must not be empty.`,
      ),
  },
  {
    id: 'google/part-without-data',
    sentence: 'A part has one kind of data; an empty text without a signature is none.',
    source: seenInCode,
    check: ({ body }) =>
      firstOf(body.contents, (content, index) =>
        firstOf(partsOf(content), (part, at) => {
          const { text, thoughtSignature } = part;
          const filled = dataFields.filter(
            (field) => part[field] !== undefined && (field !== 'text' || text !== '' || thoughtSignature !== undefined),
          );
          return (
            filled.length !== 1 &&
            `* GenerateContentRequest.contents[${index}].parts[${at}].data: required oneof field 'data' must have one initialized field`
          );
        }),
      ),
  },
  {
    id: 'google/roles-alternate',
    sentence: 'Contents alternate between user and model.',
    source: `${seenInCode}; newer models may take more, the stricter reading is kept`,
    check: ({ body: { contents } }) =>
      firstOf(contents, (content, index) => {
        const before = contents[index - 1];
        return (
          before !== undefined &&
          isModel(before) === isModel(content) &&
          'Please ensure that multiturn requests alternate between user and model.'
        );
      }),
  },
  {
    id: 'google/call-place',
    sentence: 'A call comes right behind a content of the user or a function response.',
    source: seenInCode,
    check: ({ body: { contents } }) =>
      firstOf(contents, (content, index) => {
        const isPlaced = index > 0 && !isModel(contents[index - 1] ?? content);
        return (
          callsIn(content).length > 0 &&
          !isPlaced &&
          'Please ensure that function call turn comes immediately after a user turn or after a function response turn.'
        );
      }),
  },
  {
    id: 'google/response-count',
    sentence: 'The content behind calls has as many function responses.',
    source: observed('google-gemini/gemini-cli', 16543),
    check: ({ body: { contents } }) =>
      firstOf(contents, (content, index) => {
        const calls = isModel(content) ? callsIn(content).length : 0;
        const responses = responsesIn(contents[index + 1]).length;
        return calls > 0 && calls !== responses && countMessage;
      }),
  },
  {
    id: 'google/response-without-call',
    sentence: 'Function responses come right behind calls.',
    source: callingPage,
    check: ({ body: { contents } }) =>
      firstOf(contents, (content, index) => {
        const before = contents[index - 1];
        const isPlaced = before !== undefined && isModel(before) && callsIn(before).length > 0;
        return (
          responsesIn(content).length > 0 &&
          !isPlaced &&
          'Please ensure that function response turn comes immediately after a function call turn.'
        );
      }),
  },
  {
    id: 'google/response-order',
    sentence: 'Function responses have the names and ids of the calls, in their order.',
    source: `${callingPage} asks for matching names and ids; a wording for a wrong order was not found`,
    check: ({ body: { contents } }) =>
      firstOf(contents, (content, index) => {
        const calls = callsIn(contents[index - 1]);
        const isOff = responsesIn(content).some(({ name, id }, at) => {
          const call = calls[at];
          return (
            call !== undefined && (call.name !== name || (id !== undefined && call.id !== undefined && call.id !== id))
          );
        });
        return isOff && countMessage;
      }),
  },
  {
    id: 'google/ends-with-user',
    sentence: 'The last content is from the user.',
    source: `${errorsPage}; the wording stands in public clients that handle it`,
    check: ({ body: { contents } }) => {
      const last = contents.at(-1);
      return when(
        last !== undefined && isModel(last),
        'Please ensure that multiturn requests end with a user role or a function response.',
      );
    },
  },
  {
    id: 'google/signature-missing',
    sentence: 'From Gemini 3 on, the first call of every answer of the present turn has its thought signature.',
    source: `${signaturesPage}; ${observed('RooCodeInc/Roo-Code', 9499)}`,
    check: ({ body, model }) => {
      const start = turnStart(body);
      return firstOf(body.contents, (content, index) => {
        if (!model.signs || index < start || !isModel(content)) return null;
        const at = partsOf(content).findIndex(({ functionCall }) => functionCall !== undefined);
        const first = partsOf(content)[at];
        return (
          first !== undefined &&
          !first.thoughtSignature &&
          `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${first.functionCall?.name}\` , position ${at + 1}.`
        );
      });
    },
  },
  {
    id: 'google/signature-corrupted',
    sentence: 'A signature is one of the service, in any turn.',
    source: observed('google-gemini/gemini-cli', 13467),
    check: (request) =>
      firstOf(
        request.model.signs ? signedParts(request) : [],
        ({ sealed }) => sealed === null && 'Corrupted thought signature.',
      ),
  },
  {
    id: 'google/signature-model',
    sentence: 'A signature goes back to the model that gave it.',
    source:
      'https://docs.apiyi.com/en/faq/gemini-thought-signature-missing; https://github.com/lbjlaq/Antigravity-Manager/pull/3342',
    check: (request) =>
      firstOf(
        request.model.signs ? signedParts(request) : [],
        ({ sealed }) => sealed !== null && sealed.model !== request.modelId && 'Invalid thought signature.',
      ),
  },
  {
    id: 'google/signature-moved',
    sentence: 'A signature stays on its part: on the same call with the same arguments, or behind the same text.',
    source: `${signaturesPage}, which says to return parts as they came and not to merge them; for the present turn`,
    check: (request) => {
      const start = turnStart(request.body);
      return firstOf(request.model.signs ? signedParts(request) : [], ({ sealed, content, signed, step }) => {
        const isMoved = sealed !== null && (sealed.content !== signed || sealed.ordinal !== step);
        return content >= start && isMoved && 'Invalid thought signature.';
      });
    },
  },
  {
    id: 'google/image-count',
    sentence: 'A request has at most 3,600 images.',
    source: imagesPage,
    check: (request) => {
      const max = request.server.limits.images ?? 3600;
      const { length } = mediaIn(request);
      return when(length > max, `Too many images: ${length}. The maximum is ${max}.`);
    },
  },
  {
    id: 'google/media-type',
    sentence: 'Inline data is an image (PNG, JPEG, WebP, HEIC, HEIF), a PDF, text, audio or video.',
    source: imagesPage,
    check: (request) =>
      firstOf(mediaIn(request), ({ mimeType }) => !mediaTypes.test(mimeType) && `Unsupported MIME type: ${mimeType}`),
  },
  {
    id: 'google/media-content',
    sentence: 'Inline data is base64, and an image or a PDF is one.',
    source: errorsPage,
    check: (request) =>
      firstOf(mediaIn(request), ({ mimeType, data }) => {
        if (!isBase64(data))
          return "Invalid value at 'contents.parts.inline_data.data' (TYPE_BYTES), Base64 decoding failed";
        const isKnown = /^(image\/(png|jpeg|webp)|application\/pdf)$/.test(mimeType);
        return (
          isKnown &&
          typeByContent(data) !== mimeType &&
          'Unable to process input image. Please retry or report in https://developers.generativeai.google/guide/troubleshooting'
        );
      }),
  },
  {
    id: 'google/input-tokens',
    sentence: 'The prompt fits the context window.',
    source: errorsPage,
    check: (request) => {
      const max = request.server.limits.inputTokens ?? request.model.contextTokens;
      const { total } = planImplicitCache(request);
      return when(total > max, tooManyTokens(total, max));
    },
  },
];

const countMessage =
  'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.';

const dataFields = [
  'text',
  'inlineData',
  'fileData',
  'functionCall',
  'functionResponse',
  'executableCode',
  'codeExecutionResult',
  'toolCall',
  'toolResponse',
] as const;

const mediaTypes = /^(image\/(png|jpeg|webp|heic|heif)|application\/pdf|text\/\w+|audio\/[\w-]+|video\/[\w-]+)$/;

function mediaIn({ body }: CheckedGenerate): { mimeType: string; data: string }[] {
  return body.contents.flatMap((content) =>
    partsOf(content).flatMap(({ inlineData, functionResponse }) => [
      ...(inlineData ? [inlineData] : []),
      ...(functionResponse?.parts ?? []).map((inner) => inner.inlineData),
    ]),
  );
}
