/** What browsers and Node both have and the language itself has not, as far as this package uses it. */
declare class TextEncoder {
  encode(text?: string): Uint8Array<ArrayBuffer>;
}
