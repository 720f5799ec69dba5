import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Holds a lock file that names its process while the work runs; the file of an ended process is ignored. */
export async function withLock(file, work) {
  await take(file);
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

async function take(file) {
  for (let hasSaid = false; !tryTake(file); ) {
    await sleep(300); // also gives a new holder the time to write its number
    const holder = readHolder(file);
    if (holder === undefined) continue;
    if (!isAlive(holder)) {
      rmSync(file, { force: true });
    } else if (!hasSaid) {
      console.error(`Retinue: process ${holder} is at it already; waiting for it.`);
      console.error(`(If there is no such process, delete ${file}.)`);
      hasSaid = true;
    }
  }
}

function tryTake(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function readHolder(file) {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10);
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function isAlive(pid) {
  if (Number.isNaN(pid)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
