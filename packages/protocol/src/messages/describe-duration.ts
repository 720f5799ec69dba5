export function describeDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${milliseconds} ms`;
  return milliseconds < 60_000 ? `${rounded(milliseconds / 1000)} s` : `${rounded(milliseconds / 60_000)} min`;
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
