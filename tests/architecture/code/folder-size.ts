import { posix } from 'node:path';

/** A folder with more files than this no longer reads as a table of contents. */
const maxFiles = 20;

/** Folders from before the rule. No folder may be added. */
const exceptions: readonly string[] = [];

/** Folders with too many files directly in them: one sentence each. */
export function crowdedFolders(paths: readonly string[]): string[] {
  const folders = Map.groupBy(paths, (path) => posix.dirname(path));
  return [...folders].flatMap(([folder, files]) =>
    files.length > maxFiles && !exceptions.includes(folder)
      ? [`${folder} has ${files.length} files; ${maxFiles} are allowed. Give it subfolders by feature`]
      : [],
  );
}
