import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { Sealer, SecretPlace } from '../ports/settings/secrets.ts';
import { HiddenSecret, SecretError } from './secret.ts';

/*
 * An envelope: `v1.<id of the master key>.<data key, sealed by the master key>.<text, sealed by the data key>`, each part in
 * base64url. Every sealed part is IV, tag and AES-256-GCM ciphertext, bound to its place, so that write access to the database
 * is not enough to make the server send a key to another host.
 */
export function createSealer(masterKey: () => Uint8Array): Sealer {
  return {
    seal(text, place) {
      const key = masterKey();
      const dataKey = randomBytes(keyBytes);
      const sealedKey = encrypt(key, dataKey, boundTo('key', place));
      const sealedText = encrypt(dataKey, Buffer.from(text), boundTo('text', place));
      return [version, idOf(key), sealedKey, sealedText].join('.');
    },
    open(sealed, place) {
      const [format, keyId, sealedKey = '', sealedText = ''] = sealed.split('.');
      if (format !== version) throw new SecretError('This secret has an unknown format. Update Retinue.');
      const key = masterKey();
      if (keyId !== idOf(key)) throw otherKey();
      try {
        const dataKey = decrypt(key, sealedKey, boundTo('key', place));
        return new HiddenSecret(decrypt(dataKey, sealedText, boundTo('text', place)).toString());
      } catch {
        // The library's message is no help, and may hold decrypted data.
        throw new SecretError('This secret was changed, or encrypted for another place. Enter it again.');
      }
    },
  };
}

const version = 'v1';
const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;

function boundTo(part: 'key' | 'text', { workspaceId, recordId, host }: SecretPlace): Buffer {
  return Buffer.from(JSON.stringify([version, part, workspaceId, recordId, host]));
}

/** Says which master key it was, and nothing about it. */
function idOf(key: Uint8Array): string {
  return createHash('sha256').update('retinue master key').update(key).digest('base64url').slice(0, 12);
}

function encrypt(key: Uint8Array, content: Uint8Array, bound: Uint8Array): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagBytes }).setAAD(bound);
  const encrypted = Buffer.concat([cipher.update(content), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url');
}

function decrypt(key: Uint8Array, sealed: string, bound: Uint8Array): Buffer {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
  decipher.setAAD(bound).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]);
}

function otherKey(): SecretError {
  return new SecretError(
    'This secret was encrypted with another master key. Restore that key (RETINUE_SECRETS_KEY, or secrets.key in the data directory), or enter the secret again.',
  );
}
