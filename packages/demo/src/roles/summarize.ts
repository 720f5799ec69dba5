import type { ModelRequest } from '@retinue/server/extension';
import { type DemoStep, textStep } from '../demo-step.ts';

/** A record in few words: what came in, and how it was answered. */
export function summarize({ messages }: ModelRequest): DemoStep {
  const record = messages.map((message) => (message.role === 'user' ? message.text : '')).join('\n\n');
  const entries = record.split(/^(?=\[)/m).filter((entry) => /^\[(Came in|The agent said)\]/.test(entry));
  const lines = entries
    .slice(-maxEntries)
    .map((entry) => `- ${entry.replace(/\s+/g, ' ').slice(0, maxEntryCharacters)}`);
  return textStep(['Summary of the demo model:', ...lines].join('\n'));
}

const maxEntries = 12;
const maxEntryCharacters = 160;
