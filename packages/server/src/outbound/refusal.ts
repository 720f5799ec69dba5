/** A request that must not leave, in words that say what to do. */
export class OutboundRefusal extends Error {
  override readonly name = 'OutboundRefusal';
}

/** The refusal inside what `fetch` makes of it. */
export function refusalIn(error: unknown): OutboundRefusal | null {
  if (error instanceof OutboundRefusal) return error;
  return error instanceof Error && error.cause ? refusalIn(error.cause) : null;
}
