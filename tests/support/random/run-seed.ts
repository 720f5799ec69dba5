/** The seed of a random test: its own variable, else the seed of the whole run, else a new one. */
export function runSeed(variable: string): number {
  return Number(process.env[variable] ?? process.env.RETINUE_RUN_SEED ?? Date.now() % 1_000_000);
}
