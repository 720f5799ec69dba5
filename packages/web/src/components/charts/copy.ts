export const chartsCopy = {
  chart: (kind: 'line' | 'bar', title: string, series: string) =>
    `${kind === 'line' ? 'Line' : 'Bar'} chart: ${title}. ${series}.`,
  numbers: (title: string) => `Numbers for ${title}`,
  point: 'Point',
} as const;
