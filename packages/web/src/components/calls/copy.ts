export const callsCopy = {
  writingResult: 'Writing result…',
  preparing: (tool: string) => `Preparing ${tool}…`,
  preparingTask: 'Preparing to delegate…',
  drawingChart: (title: string) => `Drawing ${title}…`,
  input: 'Input',
  output: 'Output',
  partialOutput: (bytes: number) => `Output, ${bytes.toLocaleString()} bytes, truncated`,
  copyLink: 'Copy link to this call',
  result: 'Result',
  resultHeads: { returned: 'Returned result', failed: 'Reported failure', rejected: 'Rejected result' },
} as const;
