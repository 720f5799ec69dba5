/** The server that did the work does not answer any more. */
export class ServerGone extends Error {
  override readonly name = 'ServerGone';

  constructor(url: string, startCommand: string) {
    super(
      `The server at ${url} does not answer any more. What was acknowledged is kept, and what is open goes on at the next start: ${startCommand}`,
    );
  }
}
