import type { LogEvent } from '@retinue/protocol';
import { viewTree } from '@retinue/protocol';
import type { Context } from '../context.ts';
import { jsonLine } from '../output/exact-json.ts';
import { Screen } from '../output/screen.ts';
import { drawLive } from '../tree/draw-live.ts';
import type { ChatWatch } from './chat-watch.ts';
import { plainLine } from './plain-line.ts';

/** Shows running work: as JSON lines, as plain lines, or as a tree that is redrawn in place. */
export interface RunView {
  tell(events: readonly LogEvent[]): void;
  /** Leaves the drawing where it is, so that a question can be asked below it. */
  pause(): void;
  resume(): void;
  end(): void;
}

export function createRunView({ terminal, isJson }: Context, watch: ChatWatch): RunView {
  if (isJson) return lineView((event) => terminal.write(jsonLine(event)));
  if (terminal.isLive) return liveView(terminal, watch);
  return lineView((event) => {
    const tree = watch.tree(event.rootId);
    const line = tree && plainLine(tree, event);
    if (line) terminal.out(`${line}\n`);
  });
}

function lineView(tell: (event: LogEvent) => void): RunView {
  return { tell: (events) => events.forEach(tell), pause: () => {}, resume: () => {}, end: () => {} };
}

function liveView(terminal: Context['terminal'], watch: ChatWatch): RunView {
  const screen = new Screen(terminal);
  const lines = (rows: number) => {
    const chats = watch.trees.flatMap((tree) => viewTree(tree) ?? []);
    const draftOf = rows === Number.POSITIVE_INFINITY ? () => null : watch.draftOf;
    const page = { now: Date.now(), columns: terminal.columns() - 1, rows, paint: terminal.paint };
    return drawLive({ chats, draftOf, ...page });
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
