/** A file that can't be imported. The message says why; whoever shows it says that nothing was changed. */
export class ImportProblem extends Error {
  override readonly name = 'ImportProblem';
  readonly code: 'bad-import';

  constructor(code: ImportProblem['code'], message: string) {
    super(message);
    this.code = code;
  }
}
