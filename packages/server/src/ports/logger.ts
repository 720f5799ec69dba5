/** Lines of JSON for whoever runs the server. Neither what people write nor what identifies them is in them. */
export interface Logger {
  info(about: object, words: string): void;
  warn(about: object, words: string): void;
  error(about: object, words: string): void;
}
