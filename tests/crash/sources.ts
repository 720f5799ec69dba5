import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** This repository. */
export const ownSources = fileURLToPath(new URL('../..', import.meta.url));

/** The subject's place in the repository, and in any copy of it. */
export const subjectFile = relative(ownSources, fileURLToPath(new URL('./subject.ts', import.meta.url)));
