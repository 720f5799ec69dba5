export const callsCopy = {
  writingResult: 'Writing the result …',
  preparing: (tool: string) => `Preparing ${tool} …`,
  preparingTask: 'Preparing to delegate …',
  drawingChart: (title: string) => `Drawing “${title}” …`,
  input: 'input',
  output: 'output',
  partialOutput: (bytes: number) => `output, ${bytes.toLocaleString()} bytes, truncated`,
  copyLink: 'Copy link to this call',
  result: 'Result',
  resultHeads: { returned: 'Returned result', failed: 'Reported failure', rejected: 'Rejected result' },
  resultLabel: 'result',
} as const;
