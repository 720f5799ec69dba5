import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Child } from '../../support/processes/child-process.ts';
import { startChild } from '../../support/processes/child-process.ts';
import { eachLine } from '../subject/lines.ts';
import type { Testimony } from './witness.ts';

/** The effect recorder in its own process. It outlives every subject of a round. */
export async function startRecorder(file: string): Promise<{ port: number; child: Child }> {
  const entry = fileURLToPath(new URL('./effect-recorder.ts', import.meta.url));
  const child = startChild([entry, file], {});
  const port = await new Promise<number>((resolve, reject) => {
    eachLine(child.process.stdout, (line) => resolve(Number(line)));
    void child.ended.then(() => reject(new Error(`The effect recorder ended: ${child.complaints()}`)));
  });
  return { port, child };
}

export function readTestimonies(file: string): Testimony[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Testimony);
}
