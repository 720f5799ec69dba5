import { memo, Suspense } from 'react';
import { Boundary } from '../loading/boundary.tsx';
import { lazyPart } from '../loading/lazy-part.ts';
import { PlainText } from './plain-text.tsx';

const Rendered = lazyPart(async () => (await import('./markdown/rendered-markdown.tsx')).default);

interface MarkdownProps {
  text: string;
  /** More text follows. */
  isGrowing?: boolean;
  className?: string;
}

/** Formatted Markdown. Plain text until the renderer is loaded. */
export const Markdown = memo(function Markdown({ text, isGrowing = false, className = '' }: MarkdownProps) {
  return (
    <Boundary what="text" content={() => text} resetKey={text}>
      <Suspense
        fallback={
          <div className={className}>
            <PlainText text={text} />
          </div>
        }
      >
        <Rendered text={text} isGrowing={isGrowing} className={className} />
      </Suspense>
    </Boundary>
  );
});
