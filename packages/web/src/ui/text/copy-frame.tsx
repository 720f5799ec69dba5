import type { ComponentProps } from 'react';
import { CopyButton } from '../buttons/button.tsx';

interface CopyFrameProps extends ComponentProps<'figure'> {
  caption: string;
  /** The text that the button copies. */
  text: string;
  copyLabel: string;
}

/** A frame around a text, with a caption and a copy button. */
export function CopyFrame({ caption, text, copyLabel, children, className = 'bg-sunken', ...rest }: CopyFrameProps) {
  return (
    <figure {...rest} className={`overflow-hidden rounded-plain border border-line ${className}`}>
      <figcaption className="flex items-center justify-between border-b border-line py-0.5 ps-3 pe-1 text-tiny text-faint">
        {caption}
        <CopyButton text={text} label={copyLabel} />
      </figcaption>
      {children}
    </figure>
  );
}
