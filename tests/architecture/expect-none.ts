import assert from 'node:assert/strict';

/** Fails with the sentences alone, one a line. */
export function expectNone(findings: string[]): void {
  if (findings.length > 0) assert.fail(`${findings.length} found:\n${findings.join('\n')}`);
}
