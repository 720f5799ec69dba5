/** Images and documents in requests, as far as a service looks into them. */
export interface Media {
  type: string;
  /** Base64. */
  data: string;
}

/** Reads a `data:` URL; null for other addresses. */
export function mediaOf(url: string): Media | null {
  const [, type, data] = /^data:([^;,]+);base64,(.*)$/s.exec(url) ?? [];
  return type === undefined || data === undefined ? null : { type, data };
}

export function isBase64(data: string): boolean {
  return data.length > 0 && data.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(data);
}

/** Tells the type by the first bytes; null when no service knows it. */
export function typeByContent(data: string): string | null {
  const bytes = Buffer.from(data.slice(0, 64), 'base64');
  const latin = bytes.toString('latin1');
  if (latin.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (latin.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (latin.startsWith('GIF87a') || latin.startsWith('GIF89a')) return 'image/gif';
  if (latin.startsWith('RIFF') && latin.slice(8, 12) === 'WEBP') return 'image/webp';
  return latin.startsWith('%PDF-') ? 'application/pdf' : null;
}

/** Width and height of a PNG; null for other images. */
export function pngSize(data: string): { width: number; height: number } | null {
  if (typeByContent(data) !== 'image/png') return null;
  const bytes = Buffer.from(data.slice(0, 64), 'base64');
  return bytes.length < 24 ? null : { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}
