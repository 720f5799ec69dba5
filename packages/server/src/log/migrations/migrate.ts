import { convertEarlyStore, isEarlyStore } from './early-store.ts';
import { runAll, type Steps, type StoreFormat } from './migration-steps.ts';
import { missingIn, type StoreShape, shapeAfter, wrongShape } from './store-shape.ts';

/**
 * Brings a store up to date, inside one transaction that its caller holds: all pending migrations or none. The shape is
 * checked first: a store that does not match its version is refused before anything is changed.
 */
export function* migrateStore(format: StoreFormat, version: number, shape: StoreShape): Steps {
  const missing = missingIn(shape, shapeAfter(format.migrations.slice(0, version)));
  if (missing === null) {
    yield* runAll(format.migrations.slice(version));
    for (const [filled, fill] of format.fills) if (version > 0 && filled > version) yield* fill();
    return;
  }
  if (!isEarlyStore(version, shape)) throw wrongShape(version, missing);
  yield* convertEarlyStore(format, shape);
}
