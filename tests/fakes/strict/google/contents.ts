import { canonical } from '../core/canonical.ts';
import type { ServerSide } from '../core/provider.ts';
import { digest, type Sealed } from '../core/seal.ts';
import type { GeminiModel } from './models.ts';
import type { FunctionDeclaration, GeminiContent, GeminiPart, GenerateRequest } from './request-schema.ts';

/** A request whose shape is right, with what its rules ask about. */
export interface CheckedGenerate {
  body: GenerateRequest;
  modelId: string;
  model: GeminiModel;
  server: ServerSide;
}

export function partsOf({ parts }: GeminiContent): GeminiPart[] {
  return parts ?? [];
}

export function callsIn(content: GeminiContent | undefined): NonNullable<GeminiPart['functionCall']>[] {
  return content ? partsOf(content).flatMap(({ functionCall }) => (functionCall ? [functionCall] : [])) : [];
}

export function responsesIn(content: GeminiContent | undefined): NonNullable<GeminiPart['functionResponse']>[] {
  return content
    ? partsOf(content).flatMap(({ functionResponse }) => (functionResponse ? [functionResponse] : []))
    : [];
}

export function isModel({ role }: GeminiContent): boolean {
  return role === 'model';
}

/** The present turn begins behind the last content of the user that is no function response. */
export function turnStart({ contents }: GenerateRequest): number {
  return contents.findLastIndex((content) => !isModel(content) && responsesIn(content).length === 0) + 1;
}

/** Declarations of all tools, with their places. */
export function declarationsIn({ tools }: GenerateRequest): { declaration: FunctionDeclaration; place: string }[] {
  return (tools ?? []).flatMap(({ functionDeclarations = [] }, tool) =>
    functionDeclarations.map((declaration, index) => ({
      declaration,
      place: `tools[${tool}].function_declarations[${index}]`,
    })),
  );
}

/** Google documents this value for calls whose signature the client does not have. */
const skippedSignature = 'skip_thought_signature_validator';

export interface SignedPart {
  part: GeminiPart;
  content: number;
  index: number;
  /** The opened signature; null when this service did not give it. */
  sealed: Sealed | null;
  /** Digest of what the signature is for: a call with its arguments, or the text of the answer up to it. */
  signed: string;
  /** Number of the answer within its turn. */
  step: number;
}

export function signedParts({ body, server }: CheckedGenerate): SignedPart[] {
  let step = 0;
  return body.contents.flatMap((content, at) => {
    if (!isModel(content)) {
      if (responsesIn(content).length === 0) step = 0;
      return [];
    }
    step += 1;
    return partsOf(content).flatMap((part, index) => {
      const { thoughtSignature } = part;
      if (thoughtSignature === undefined || thoughtSignature === skippedSignature) return [];
      const before = partsOf(content).slice(0, index + 1);
      return [
        {
          part,
          content: at,
          index,
          step,
          sealed: server.seals.open(thoughtSignature),
          signed: signedContent(part, before),
        },
      ];
    });
  });
}

export function signedContent({ functionCall }: GeminiPart, before: readonly GeminiPart[]): string {
  if (functionCall) return digest('call', functionCall.name, canonical(functionCall.args ?? {}));
  return digest('text', before.map(({ text = '', thought }) => (thought ? '' : text)).join(''));
}
