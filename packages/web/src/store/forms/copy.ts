import type { z } from 'zod';

export const formCopy = {
  problem: (label: string, message: string) => (message.startsWith('must') ? `${label} ${message}.` : message),
  issue: (issue: z.core.$ZodIssue): string => {
    if (issue.code === 'too_small') {
      const isNumber = issue.origin === 'int' || issue.origin === 'number';
      return isNumber ? `must be ${issue.minimum} or more` : 'must not be empty';
    }
    if (issue.code === 'too_big') {
      const isText = issue.origin === 'string';
      return isText ? `must have at most ${issue.maximum} characters` : `must be at most ${issue.maximum}`;
    }
    if (issue.code !== 'invalid_type') return 'must be valid';
    return issue.expected === 'int' ? 'must be a whole number' : 'must be a number';
  },
  notJson: (detail: string) => `This is not valid JSON: ${detail}`,
};
