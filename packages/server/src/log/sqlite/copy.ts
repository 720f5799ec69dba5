/* Each says what is wrong with the file of a store, and what to do. */

export type FileProblem = 'held' | 'read-only' | 'full' | 'corrupt' | 'unreadable' | 'not-a-directory';

export const fileProblemTexts: Record<FileProblem, (directory: string, cause: Error) => string> = {
  held: (directory) =>
    `Another Retinue process holds ${directory}. Stop it, or name another directory with RETINUE_DATA.`,
  'read-only': (directory) =>
    `${directory} can't be written. Make it writable, or name another directory with RETINUE_DATA.`,
  full: (directory) =>
    `The disk that holds ${directory} is full. Acknowledged work is kept. Free some space and start again.`,
  corrupt: (directory) =>
    `The store in ${directory} is damaged or not a Retinue store. Nothing was changed. Restore a copy, or name another directory with RETINUE_DATA.`,
  unreadable: (directory, { message }) =>
    `The store in ${directory} can't be read or written: ${message}. Check the directory and the disk.`,
  'not-a-directory': (directory) => `${directory} is not a directory. Name another one with RETINUE_DATA.`,
};

export function notClosedText(directory: string): string {
  return `The store in ${directory} was not closed, and its last changes can't be read without write access. Make it writable, or open a copy of the directory.`;
}
