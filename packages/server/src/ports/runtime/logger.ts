/** JSON lines for the server's operator. They hold neither people's text nor data that identifies them. */
export interface Logger {
  info(about: object, message: string): void;
  warn(about: object, message: string): void;
  error(about: object, message: string): void;
}
