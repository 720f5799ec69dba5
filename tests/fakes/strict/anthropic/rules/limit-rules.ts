import { isBase64, pngSize, typeByContent } from '../../core/media.ts';
import { firstOf, observed, type Rule, when } from '../../core/rule.ts';
import { promptTokens } from '../cache-plan.ts';
import type { ContentBlock } from '../request-schema.ts';
import { cachingPage, messagesPage, modelTable, visionPage } from '../sources.ts';
import { type CheckedMessages, placedBlocks } from '../turns.ts';

/** Tokens, images, documents and cache marks. */
export const limitRules: readonly Rule<CheckedMessages>[] = [
  {
    id: 'anthropic/output-tokens',
    sentence: 'max_tokens is at most what the model can write.',
    source: modelTable,
    check: ({ body, model }) =>
      when(
        body.max_tokens > model.maxOutputTokens,
        `max_tokens: ${body.max_tokens} > ${model.maxOutputTokens}, which is the maximum allowed number of output tokens for ${body.model}`,
      ),
  },
  {
    id: 'anthropic/prompt-tokens',
    sentence: 'The prompt fits the context window.',
    source: messagesPage,
    check: (request) => {
      const max = request.server.limits.inputTokens ?? request.model.contextTokens;
      const tokens = promptTokens(request.body);
      return when(tokens > max, `prompt is too long: ${tokens} tokens > ${max} maximum`);
    },
  },
  {
    id: 'anthropic/image-count',
    sentence: 'A request has at most 600 images and documents, or 100 on models with a small context.',
    source: visionPage,
    check: (request) => {
      const max = request.server.limits.images ?? request.model.maxImages;
      const count = media(request).length;
      return when(count > max, `messages: Too many images and document pages: ${count} > ${max}`);
    },
  },
  {
    id: 'anthropic/image-bytes',
    sentence: 'An image has at most 5 MB of base64.',
    source: 'Observed in https://github.com/2anki/2anki.net/pull/2834',
    check: (request) => {
      const max = request.server.limits.imageBytes ?? 5 * 1024 * 1024;
      return firstOf(images(request), ({ place, data }) =>
        data.length > max
          ? `${place}: image exceeds ${max / 1024 / 1024} MB maximum: ${data.length} bytes > ${max} bytes`
          : null,
      );
    },
  },
  {
    id: 'anthropic/image-content',
    sentence: 'An image is base64 of the type that it is said to be.',
    source: observed('home-assistant/core', 167208),
    check: (request) =>
      firstOf(images(request), ({ place, type, data }) => {
        const given = isBase64(data) ? typeByContent(data) : null;
        if (given === null) return `${place}: Could not process image`;
        return (
          given !== type &&
          `${place}: The image was specified using the ${type} media type, but the image appears to be a ${given} image`
        );
      }),
  },
  {
    id: 'anthropic/image-pixels',
    sentence: 'An image has at most 8,000 pixels a side, or 2,000 when there are more than 20.',
    source: `${visionPage}; checked for PNG only`,
    check: (request) => {
      const all = images(request);
      const max = all.length > 20 ? 2000 : 8000;
      return firstOf(all, ({ place, data }) => {
        const size = pngSize(data);
        const isOver = size !== null && Math.max(size.width, size.height) > max;
        return isOver && `${place}: At least one of the image dimensions exceed max allowed size: ${max} pixels`;
      });
    },
  },
  {
    id: 'anthropic/document-content',
    sentence: 'A PDF is one.',
    source: 'https://platform.claude.com/docs/en/build-with-claude/pdf-support',
    check: (request) =>
      firstOf(media(request), ({ block, place }) => {
        if (block.type !== 'document' || block.source.type !== 'base64') return null;
        return typeByContent(block.source.data) !== 'application/pdf' && `${place}: The PDF specified was not valid.`;
      }),
  },
  {
    id: 'anthropic/cache-marks',
    sentence: 'A request has at most four cache marks, the automatic one included.',
    source: observed('Wei-Shaw/sub2api', 176),
    check: ({ body }) => {
      const count = marksIn(body).length + (body.cache_control ? 1 : 0);
      return when(count > 4, `A maximum of 4 blocks with cache_control may be provided. Found ${count}.`);
    },
  },
  {
    id: 'anthropic/cache-order',
    sentence: 'Marks for an hour come before those for five minutes, in the order tools, system, messages.',
    source: `${observed('headroomlabs-ai/headroom', 2939)}; ${cachingPage}`,
    check: ({ body }) => {
      const ttls = marksIn(body).map(({ ttl = '5m' }) => ttl);
      const short = ttls.indexOf('5m');
      return when(
        short >= 0 && ttls.lastIndexOf('1h') > short,
        "a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block. Note that blocks are processed in the following order: tools, system, messages.",
      );
    },
  },
];

type Placed = { block: ContentBlock; place: string };

/** Images and documents, also those in results. */
function media({ body }: CheckedMessages): Placed[] {
  return placedBlocks(body).flatMap(({ block, message, index }) => {
    const place = `messages.${message}.content.${index}`;
    const inner = block.type === 'tool_result' && typeof block.content === 'object' ? block.content : [];
    const all: Placed[] = [
      { block, place },
      ...inner.map((one, at) => ({ block: one, place: `${place}.content.${at}` })),
    ];
    return all.filter((one) => one.block.type === 'image' || one.block.type === 'document');
  });
}

function images(request: CheckedMessages): { place: string; type: string; data: string }[] {
  return media(request).flatMap(({ block, place }) => {
    if (block.type !== 'image' || block.source.type !== 'base64') return [];
    const { media_type: type, data } = block.source;
    return [{ place: `${place}.image.source.base64`, type, data }];
  });
}

function marksIn(body: CheckedMessages['body']): { ttl?: '5m' | '1h' | undefined }[] {
  const blocks = [
    ...(body.tools ?? []),
    ...(typeof body.system === 'object' ? body.system : []),
    ...placedBlocks(body).map(({ block }) => block),
  ];
  return blocks.flatMap((block) => ('cache_control' in block && block.cache_control ? [block.cache_control] : []));
}
