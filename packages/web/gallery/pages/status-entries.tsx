import { AgentBadge, AgentMark } from '../../src/ui/agents/agent-badge.tsx';
import { Boundary, Failure } from '../../src/ui/loading/boundary.tsx';
import { Note, Waiting } from '../../src/ui/status/note.tsx';
import { Status, StatusMark, type StatusTone } from '../../src/ui/status/status.tsx';
import { Tag } from '../../src/ui/status/tag.tsx';
import type { Entry, Samples } from '../entry.tsx';

const tones: StatusTone[] = ['pending', 'running', 'waiting', 'success', 'failed', 'cancelled', 'interrupted'];
const badges = [
  { color: '#0d6a5f', icon: 'search' },
  { color: '#b3261e', icon: 'pen-line' },
  { color: '#6a3aa2', icon: 'unknown' },
];

export function statusEntries({ name, sentence }: Samples): Entry[] {
  return [
    { component: 'Status', states: Object.fromEntries(tones.map((tone) => [tone, <Status key={tone} tone={tone} />])) },
    {
      component: 'StatusMark',
      states: Object.fromEntries(tones.map((tone) => [tone, <StatusMark key={tone} tone={tone} />])),
    },
    {
      component: 'AgentMark',
      states: Object.fromEntries(badges.map((badge) => [badge.icon, <AgentMark key={badge.icon} badge={badge} />])),
    },
    {
      component: 'AgentBadge',
      states: Object.fromEntries(
        badges.map((badge) => [badge.icon, <AgentBadge key={badge.icon} badge={badge} name={name} />]),
      ),
    },
    { component: 'Tag', states: { plain: <Tag>{name}</Tag>, accent: <Tag tone="accent">{name}</Tag> } },
    {
      component: 'Note',
      states: {
        title: <Note title="No tasks yet." />,
        'with text': <Note title="This chat was deleted.">{sentence}</Note>,
        page: <Note title="Page not found" isPage />,
      },
    },
    { component: 'Waiting', states: { 'after a moment': <Waiting label="Loading messages" /> } },
    {
      component: 'Boundary',
      states: {
        content: <Boundary what="message">{sentence}</Boundary>,
        failed: (
          <Boundary what="chart" content={() => ({ title: name })}>
            <Broken />
          </Boundary>
        ),
      },
    },
    {
      component: 'Failure',
      states: {
        'with text': <Failure what="table" error={null} content={() => sentence} onRetry={() => {}} />,
        'can be closed': <Failure what="pane" error={null} onRetry={() => {}} onClose={() => {}} />,
      },
    },
  ];
}

function Broken(): never {
  throw new Error('This component always fails.');
}
