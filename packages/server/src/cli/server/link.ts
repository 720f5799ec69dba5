import { connectToServer } from '../connection/connect.ts';
import type { Context } from '../context.ts';
import { print } from '../context.ts';

/** Prints another sign-in link, for everyone who can read the token file. */
export async function link(context: Context): Promise<void> {
  const client = await connectToServer(context);
  const made = await client.makeSetUpLink({});
  print(context, made, `Open this link in a browser. It works once.\n\n  ${made.url}\n`);
}
