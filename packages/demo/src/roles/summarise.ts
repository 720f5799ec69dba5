import type { ModelRequest } from '@retinue/server/extension';
import { type DemoStep, say } from '../demo-step.ts';

/** A record in few words: what came in, and how it was answered. */
export function summarise({ messages }: ModelRequest): DemoStep {
  const record = messages.map((message) => (message.role === 'user' ? message.text : '')).join('\n\n');
  const entries = record.split(/^(?=\[)/m).filter((entry) => /^\[(Came in|The agent said)\]/.test(entry));
  const lines = entries.slice(-mostEntries).map((entry) => `- ${entry.replace(/\s+/g, ' ').slice(0, longestEntry)}`);
  return say(['Summary of the demo model:', ...lines].join('\n'));
}

const mostEntries = 12;
const longestEntry = 160;
