import {
  BookOpen,
  Bot,
  Brain,
  Briefcase,
  Calculator,
  ChartLine,
  Code,
  Compass,
  Database,
  FileText,
  FlaskConical,
  Globe,
  GraduationCap,
  Hammer,
  Lightbulb,
  ListChecks,
  type LucideIcon,
  Mail,
  Map as MapIcon,
  Megaphone,
  MessageCircle,
  Microscope,
  Network,
  Palette,
  PenLine,
  Scale,
  Search,
  Shield,
  Sparkles,
  Terminal,
  Users,
  Wrench,
} from 'lucide-react';
import type { CSSProperties } from 'react';

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

/** Icons by their stored names. A map, since a stored name can be any text. */
export const agentIcons: ReadonlyMap<string, LucideIcon> = new Map(
  Object.entries({
    'book-open': BookOpen,
    bot: Bot,
    brain: Brain,
    briefcase: Briefcase,
    calculator: Calculator,
    'chart-line': ChartLine,
    code: Code,
    compass: Compass,
    database: Database,
    'file-text': FileText,
    'flask-conical': FlaskConical,
    globe: Globe,
    'graduation-cap': GraduationCap,
    hammer: Hammer,
    lightbulb: Lightbulb,
    'list-checks': ListChecks,
    mail: Mail,
    map: MapIcon,
    megaphone: Megaphone,
    'message-circle': MessageCircle,
    microscope: Microscope,
    network: Network,
    palette: Palette,
    'pen-line': PenLine,
    scale: Scale,
    search: Search,
    shield: Shield,
    sparkles: Sparkles,
    terminal: Terminal,
    users: Users,
    wrench: Wrench,
  }),
);
