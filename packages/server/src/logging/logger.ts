import { pino } from 'pino';
import type { Logger } from '../ports/runtime/logger.ts';

export function createLogger(level: string, destination: NodeJS.WritableStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: secretPaths, censor: '[secret]' },
      serializers: { error: describe },
    },
    destination,
  );
}

const secretNames = ['authorization', 'cookie', 'key', 'apiKey', 'token', 'password', 'secret'];
const secretPaths = secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/** A stack helps developers; a database's address, which may hold a password, is never logged. */
function describe(error: unknown): object {
  if (!(error instanceof Error)) return { message: withoutSecrets(String(error)) };
  return { name: error.name, message: withoutSecrets(error.message), stack: withoutSecrets(error.stack ?? '') };
}

function withoutSecrets(text: string): string {
  return text.replace(/(\w+:\/\/)[^\s/@]+@/g, '$1[secret]@').replace(keys, '$1[secret]');
}

/** Dots join the parts of a key; one at its end is the end of a sentence. */
const keys = /(\bBearer |(?<![A-Za-z\d])sk-)[\w~+/=-]+(?:\.[\w~+/=-]+)*/g;
