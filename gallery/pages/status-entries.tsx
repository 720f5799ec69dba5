import { AgentBadge, AgentMark } from '../../packages/web/src/ui/agents/agent-badge.tsx';
import { Boundary, Failure } from '../../packages/web/src/ui/loading/boundary.tsx';
import { Note, Status, StatusMark, type StatusTone, Tag, Waiting } from '../../packages/web/src/ui/status.tsx';
import { badges, type Entries, ignore, type Samples } from '../samples.tsx';

const tones: StatusTone[] = ['pending', 'running', 'waiting', 'success', 'failed', 'cancelled', 'interrupted'];
export function statusEntries({ name, sentence }: Samples): Entries {
  return {
    Status: Object.fromEntries(tones.map((tone) => [tone, <Status key={tone} tone={tone} />])),
    StatusMark: Object.fromEntries(tones.map((tone) => [tone, <StatusMark key={tone} tone={tone} />])),
    AgentMark: Object.fromEntries(badges.map((badge) => [badge.icon, <AgentMark key={badge.icon} badge={badge} />])),
    AgentBadge: Object.fromEntries(
      badges.map((badge) => [badge.icon, <AgentBadge key={badge.icon} badge={badge} name={name} />]),
    ),
    Tag: { plain: <Tag>{name}</Tag>, accent: <Tag tone="accent">{name}</Tag> },
    Note: {
      title: <Note title="No tasks yet." />,
      'with text': <Note title="This chat was deleted.">{sentence}</Note>,
      page: <Note title="Page not found" isPage />,
    },
    Waiting: { 'after a moment': <Waiting label="Loading messages" /> },
    Boundary: {
      content: <Boundary what="message">{sentence}</Boundary>,
      failed: (
        <Boundary what="chart" content={() => ({ title: name })}>
          <Broken />
        </Boundary>
      ),
    },
    Failure: {
      'with text': <Failure what="text" error={null} content={() => sentence} onRetry={ignore} />,
      'can be closed': <Failure what="pane" error={null} onRetry={ignore} onClose={ignore} />,
    },
  };
}

function Broken(): never {
  throw new Error('This component always fails.');
}
