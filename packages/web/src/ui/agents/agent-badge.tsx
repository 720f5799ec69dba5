import { Bot } from 'lucide-react';
import type { CSSProperties } from 'react';
import { agentIcons } from './agent-icons.tsx';

interface Badge {
  color: string;
  icon: string;
}

/** Sets the agent's color as a CSS variable for everything inside. */
export function agentStyle({ color }: Badge): CSSProperties {
  return { '--agent': color } as CSSProperties;
}

export function AgentMark({ badge, size = 20 }: { badge: Badge; size?: number }) {
  const Icon = agentIcons.get(badge.icon) ?? Bot;
  return (
    <span
      aria-hidden="true"
      className="agent-colors inline-flex shrink-0 items-center justify-center rounded-small bg-(--agent-wash) text-(--agent-ink)"
      style={{ ...agentStyle(badge), width: size, height: size }}
    >
      <Icon size={Math.round(size * 0.62)} strokeWidth={2.1} />
    </span>
  );
}

export function AgentBadge({ badge, name, size = 20 }: { badge: Badge; name: string; size?: number }) {
  return (
    <span className="agent-colors inline-flex min-w-0 items-center gap-1.5" style={agentStyle(badge)}>
      <AgentMark badge={badge} size={size} />
      <span className="truncate text-small font-semibold text-(--agent-ink)" dir="auto">
        {name}
      </span>
    </span>
  );
}
