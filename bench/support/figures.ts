/** The median of the values; with an even number, the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  const [low = Number.NaN, high = Number.NaN] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]];
  return (low + high) / 2;
}

/** The median of one figure over several rounds. */
export function medianOf<Round>(rounds: readonly Round[], figure: (round: Round) => number): number {
  return median(rounds.map(figure));
}

/** Three significant digits. */
export function show(value: number): string {
  if (Number.isNaN(value)) return '–';
  const digits = value === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toLocaleString('en', { maximumFractionDigits: Math.min(3, digits) });
}

export function ratio(value: number, to: number): string {
  return `${(value / to).toFixed(2)}×`;
}

export const megabyte = 1024 * 1024;

/** The value below which this share of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
