import { Component, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { Button, CopyButton } from '../buttons/button.tsx';
import { contentCopy, uiCopy } from '../copy.ts';
import { loadFailedParts, onLoadFailedParts, PartLoadError } from './lazy-part.ts';

interface BoundaryProps {
  what: keyof typeof contentCopy;
  /** Content to read and copy as text instead. */
  content?: (() => unknown) | undefined;
  onClose?: () => void;
  /** A new value renders the children again. */
  resetKey?: unknown;
  as?: 'block' | 'item' | 'screen';
  children: ReactNode;
}

interface BoundaryState {
  hasFailed: boolean;
  error: unknown;
  failedAt: unknown;
}

/** Contains a render failure: everything around stays usable, and the content can be read and copied. */
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
  // A screen brings the heading of its page.
  const Title = what === 'screen' ? 'h1' : 'span';
  const retry = () => {
    loadFailedParts();
    onRetry();
  };
  return (
    <div className="flex min-w-0 flex-col gap-2 rounded-plain border border-line bg-raised px-3 py-2 text-small">
      <div className="flex flex-wrap items-center gap-2">
        <Title className="min-w-0 flex-1 basis-32 text-soft">{uiCopy.cannotDisplay(contentCopy[what])}</Title>
        <Button variant="quiet" onClick={retry}>
          {uiCopy.retry}
        </Button>
        {content && (
          <Button aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? uiCopy.hideText : uiCopy.showText}
          </Button>
        )}
        {content && <CopyButton text={text} label={uiCopy.copyOf(contentCopy[what])} />}
        {onClose && <Button onClick={onClose}>{uiCopy.close}</Button>}
      </div>
      {isShown && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
        <pre tabIndex={0} className="max-h-80 overflow-auto whitespace-pre-wrap font-mono text-tiny wrap-anywhere">
          {text}
        </pre>
      )}
    </div>
  );
}

/** Retries a failed chunk load when the connection is back, and after a while. */
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

/** A string as it is, anything else as JSON. Must never throw. */
function textOfContent(content: () => unknown): string {
  try {
    const found = content();
    return typeof found === 'string' ? found : (JSON.stringify(found, null, 2) ?? String(found));
  } catch {
    return uiCopy.unreadable;
  }
}
