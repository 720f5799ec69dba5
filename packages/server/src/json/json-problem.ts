/** JSON that can't be read, or exceeds a bound. The message begins with "it". */
export class JsonProblem extends Error {
  override readonly name = 'JsonProblem';
  readonly code: 'bad-json' | 'too-large' | 'too-many';

  constructor(code: JsonProblem['code'], message: string) {
    super(message);
    this.code = code;
  }
}
