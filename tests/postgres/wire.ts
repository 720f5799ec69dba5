/*
 * Enough of PostgreSQL's wire protocol to separate statements. A unit is everything that the server answers with one
 * ReadyForQuery: a simple query, or everything up to a Sync.
 */

/** One statement on its way to the server, with its text if it is known. */
export interface Unit {
  text: string;
  bytes: Buffer;
}

/** Cuts a client's bytes into units. The startup and the password come as units without a text. */
export class ClientParser {
  readonly #names = new Map<string, string>();
  #rest: Buffer = Buffer.alloc(0);
  #isStarted = false;
  #held: Buffer[] = [];
  #text = '';

  take(bytes: Buffer): Unit[] {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    const units: Unit[] = [];
    for (let message = this.#next(); message; message = this.#next()) {
      this.#held.push(message);
      this.#text = this.#textOf(message) ?? this.#text;
      if (!this.#isEnd(message)) continue;
      units.push({ text: this.#text, bytes: Buffer.concat(this.#held) });
      this.#held = [];
      this.#text = '';
    }
    return units;
  }

  #next(): Buffer | null {
    const lengthAt = this.#isStarted ? 1 : 0;
    if (this.#rest.length < lengthAt + 4) return null;
    const length = lengthAt + this.#rest.readInt32BE(lengthAt);
    if (this.#rest.length < length) return null;
    const message = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return message;
  }

  /** A query, a sync, a password and a termination end the messages before them. */
  #isEnd(message: Buffer): boolean {
    if (this.#isStarted) return 'QSpX'.includes(typeOf(message));
    this.#isStarted = true;
    return true;
  }

  #textOf(message: Buffer): string | null {
    if (!this.#isStarted) return null;
    if (typeOf(message) === 'Q') return textAt(message, 5).text;
    if (typeOf(message) === 'P') {
      const { text: name, end } = textAt(message, 5);
      const { text } = textAt(message, end);
      this.#names.set(name, text);
      return text;
    }
    if (typeOf(message) !== 'B') return null;
    return this.#names.get(textAt(message, textAt(message, 5).end).text) ?? '';
  }
}

/** Cuts the server's bytes into messages. */
export class ServerParser {
  #rest: Buffer = Buffer.alloc(0);

  take(bytes: Buffer): Buffer[] {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    const messages: Buffer[] = [];
    while (this.#rest.length >= 5) {
      const length = 1 + this.#rest.readInt32BE(1);
      if (this.#rest.length < length) break;
      messages.push(this.#rest.subarray(0, length));
      this.#rest = this.#rest.subarray(length);
    }
    return messages;
  }
}

export function typeOf(message: Buffer): string {
  return String.fromCharCode(message[0] ?? 0);
}

/** The process id of the backend, from its message. */
export function backendOf(message: Buffer): number | null {
  return typeOf(message) === 'K' ? message.readInt32BE(5) : null;
}

export function simpleQuery(text: string): Buffer {
  const body = Buffer.from(`${text}\0`);
  const head = Buffer.alloc(5);
  head.write('Q');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

function textAt(message: Buffer, start: number): { text: string; end: number } {
  const end = message.indexOf(0, start);
  return { text: message.toString('utf8', start, end), end: end + 1 };
}
