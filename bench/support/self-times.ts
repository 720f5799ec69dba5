import type { Profiler } from 'node:inspector';

export type Profile = Profiler.Profile;

/** Self time of every function, without waiting. */
export function selfTimes({ nodes, samples = [], timeDeltas = [] }: Profile): {
  byFunction: Map<string, number>;
  byRoom: Map<string, number>;
  totalMicros: number;
} {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const byFunction = new Map<string, number>();
  const byRoom = new Map<string, number>();
  let totalMicros = 0;
  for (const [index, id] of samples.entries()) {
    const frame = byId.get(id)?.callFrame;
    if (!frame || frame.functionName === '(idle)') continue;
    const micros = timeDeltas[index] ?? 0;
    const file = placeOf(frame.url);
    add(byFunction, `${frame.functionName || '(anonymous)'} ${file}:${frame.lineNumber + 1}`, micros);
    add(byRoom, roomOf(file, frame.functionName), micros);
    totalMicros += micros;
  }
  return { byFunction, byRoom, totalMicros };
}

function add(times: Map<string, number>, key: string, micros: number): void {
  times.set(key, (times.get(key) ?? 0) + micros);
}

function placeOf(url: string): string {
  return url.replace(/^.*\/(packages|node_modules|bench)\//, '$1/').replace(/^packages\//, '');
}

function roomOf(file: string, functionName: string): string {
  if (file === '') return functionName === '(garbage collector)' ? 'garbage collector' : `native ${functionName}`;
  const parts = file.split('/');
  if (file.startsWith('node:internal/deps/undici')) return 'node:undici';
  if (file.startsWith('node:internal/webstreams')) return 'node:webstreams';
  if (file.startsWith('node:')) return 'node: other';
  if (file.startsWith('node_modules/@')) return parts.slice(0, 3).join('/');
  if (file.startsWith('node_modules/')) return parts.slice(0, 2).join('/');
  return parts.slice(0, file.startsWith('server') ? 3 : 2).join('/');
}
