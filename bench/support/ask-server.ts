import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 1000 });

export interface Asked {
  firstMs: number;
  wholeMs: number;
  text: string;
}

/** One request to a server of the bench, and when its first and last bytes came. */
export function ask(
  { url, token }: { url: string; token: string },
  method: string,
  path: string,
  body?: string,
): Promise<Asked> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const sent = request(url + path, { method, headers, agent }, (reply) => {
      let firstMs = Number.NaN;
      const pieces: Buffer[] = [];
      let bytes = 0;
      reply.on('data', (piece: Buffer) => {
        if (Number.isNaN(firstMs)) firstMs = performance.now() - startedAt;
        bytes += piece.length;
        // A backup of a large store is longer than a string can be, and only the time it takes matters here.
        if (bytes <= mostKeptBytes) pieces.push(piece);
      });
      reply.on('error', reject);
      reply.on('end', () => {
        const text = Buffer.concat(pieces).toString();
        if ((reply.statusCode ?? 0) >= 300) reject(new Error(text));
        else resolve({ firstMs, wholeMs: performance.now() - startedAt, text });
      });
    });
    sent.on('error', reject).end(body);
  });
}

const mostKeptBytes = 64 * 1024 * 1024;
