import { lazy, memo, Suspense } from 'react';

const Rendered = lazy(() => import('./rendered-markdown.tsx'));

interface MarkdownProps {
  text: string;
  /** More is on its way. */
  isGrowing?: boolean;
  className?: string;
}

/** Words as their writer meant them; plain until what draws Markdown has come. */
export const Markdown = memo(function Markdown({ text, isGrowing = false, className = '' }: MarkdownProps) {
  return (
    <Suspense
      fallback={
        <div dir="auto" className={`words whitespace-pre-wrap ${className}`}>
          {text}
        </div>
      }
    >
      <Rendered text={text} isGrowing={isGrowing} className={className} />
    </Suspense>
  );
});
