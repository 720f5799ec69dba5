/** Why JSON can't be read, or the bound that it exceeds. */
export type JsonProblemReason =
  | { code: 'not-utf-8' | 'not-json' | 'too-large' }
  | {
      code: 'too-many';
      limit: 'values' | 'values-in-one' | 'nesting' | 'value-bytes' | 'result-bytes' | 'messages' | 'parts';
      max: number;
    };

export class JsonProblem extends Error {
  override readonly name = 'JsonProblem';
  readonly reason: JsonProblemReason;

  constructor(reason: JsonProblemReason) {
    super(reason.code);
    this.reason = reason;
  }
}
