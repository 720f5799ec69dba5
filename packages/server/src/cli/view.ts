import type { Event } from '@retinue/protocol';
import { viewTree } from '@retinue/protocol';
import type { Context } from './context.ts';
import { drawLive } from './draw-live.ts';
import { plainLine } from './plain-lines.ts';
import { Screen } from './screen.ts';
import type { Watch } from './watch.ts';
import type { Workplace } from './workplace.ts';

/** How the work is shown while it goes on. */
export interface View {
  tell(events: readonly Event[]): void;
  /** Makes room for a question below what is drawn, and goes on drawing after it. */
  pause(): void;
  resume(): void;
  end(): void;
}

export function createView({ terminal, isJson }: Context, workplace: Workplace, watch: Watch): View {
  if (isJson) return lineView((event) => terminal.out(`${JSON.stringify(event)}\n`));
  if (terminal.isLive) return liveView(terminal, workplace, watch);
  return lineView((event) => {
    const tree = watch.tree(event.rootId);
    const line = tree && plainLine(tree, event);
    if (line) terminal.out(`${line}\n`);
  });
}

function lineView(tell: (event: Event) => void): View {
  return { tell: (events) => events.forEach(tell), pause: () => {}, resume: () => {}, end: () => {} };
}

function liveView(terminal: Context['terminal'], { draft, now }: Workplace, watch: Watch): View {
  const screen = new Screen(terminal);
  const lines = (rows: number) => {
    const chats = watch.trees.flatMap((tree) => viewTree(tree) ?? []);
    const draftOf = rows === Number.POSITIVE_INFINITY ? () => null : draft;
    return drawLive({ chats, draftOf, now: now(), columns: terminal.columns() - 1, rows, paint: terminal.paint });
  };
  const draw = () => screen.draw(lines(terminal.rows() - 1));
  let timer = setInterval(draw, redrawMs);
  return {
    tell: () => {},
    pause() {
      clearInterval(timer);
      draw();
      screen.keep();
    },
    resume() {
      timer = setInterval(draw, redrawMs);
    },
    end() {
      clearInterval(timer);
      screen.clear();
      for (const line of lines(Number.POSITIVE_INFINITY)) terminal.out(`${line}\n`);
    },
  };
}

const redrawMs = 85;
