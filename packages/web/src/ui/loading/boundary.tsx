import { Component, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { Button } from '../buttons/button.tsx';
import { CopyButton } from '../buttons/copy-button.tsx';
import { PartLoadError } from './fetch-chunk.ts';
import { loadFailedParts, onLoadFailedParts } from './lazy-part.ts';

interface BoundaryProps {
  /** Names what could not be drawn: "message", "chat". */
  what: string;
  /** Read and copied as text instead; absent where there is nothing to read. */
  content?: (() => unknown) | undefined;
  /** Closes something that covers the page. */
  onClose?: () => void;
  /** Another content is tried anew. */
  resetKey?: unknown;
  /** Stands in for a list item, or for a whole pane or screen. */
  as?: 'block' | 'item' | 'screen';
  children: ReactNode;
}

interface BoundaryState {
  hasFailed: boolean;
  error: unknown;
  failedAt: unknown;
}

/** Keeps a failure to draw something inside it: everything around stays usable, and the content can be read and copied. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { hasFailed: false, error: null, failedAt: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { hasFailed: true, error };
  }

  static getDerivedStateFromProps({ resetKey }: BoundaryProps, state: BoundaryState) {
    if (!state.hasFailed) return { failedAt: resetKey };
    return state.failedAt === resetKey ? null : { hasFailed: false, failedAt: resetKey };
  }

  override render() {
    const { what, content, onClose, as = 'block', children } = this.props;
    if (!this.state.hasFailed) return children;
    const onRetry = () => this.setState({ hasFailed: false });
    const failure = (
      <Failure what={what} error={this.state.error} content={content} onRetry={onRetry} onClose={onClose} />
    );
    if (as === 'item') return <li>{failure}</li>;
    return as === 'screen' ? <div className="min-h-0 w-full flex-1 px-4 pt-14">{failure}</div> : failure;
  }
}

interface FailureProps extends Pick<BoundaryProps, 'what' | 'content'> {
  error: unknown;
  onRetry: () => void;
  onClose?: (() => void) | undefined;
}

export function Failure({ what, error, content, onRetry, onClose }: FailureProps) {
  const [isShown, setShown] = useState(false);
  useLoadingAgain(error, onRetry);
  const text = content ? textOfContent(content) : '';
  const retry = () => {
    loadFailedParts();
    onRetry();
  };
  return (
    <div className="flex min-w-0 flex-col gap-2 rounded-plain border border-line bg-raised px-3 py-2 text-small">
      <div className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 flex-1 basis-32 text-soft">This {what} can’t be displayed.</span>
        <Button look="quiet" onClick={retry}>
          Retry
        </Button>
        {content && (
          <Button aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? 'Hide text' : 'Show as text'}
          </Button>
        )}
        {content && <CopyButton text={text} label={`Copy ${what}`} />}
        {onClose && <Button onClick={onClose}>Close</Button>}
      </div>
      {isShown && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse.
        <pre tabIndex={0} className="max-h-80 overflow-auto whitespace-pre-wrap font-mono text-tiny wrap-anywhere">
          {text}
        </pre>
      )}
    </div>
  );
}

/** A part that could not be loaded is tried again by itself: when the connection is back, and after a while. */
function useLoadingAgain(error: unknown, onRetry: () => void): void {
  const retry = useEffectEvent(onRetry);
  const isLoad = error instanceof PartLoadError;
  useEffect(() => {
    if (!isLoad) return;
    const stopListening = onLoadFailedParts(() => retry());
    const timer = setTimeout(() => retry(), loadAgainMs);
    return () => {
      stopListening();
      clearTimeout(timer);
    };
  }, [isLoad]);
}

const loadAgainMs = 20_000;

/** A text as it is, anything else as JSON; must never throw. */
function textOfContent(content: () => unknown): string {
  try {
    const found = content();
    return typeof found === 'string' ? found : (JSON.stringify(found, null, 2) ?? String(found));
  } catch {
    return 'The content could not be read.';
  }
}
