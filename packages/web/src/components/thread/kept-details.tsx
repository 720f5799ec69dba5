import type { ComponentProps } from 'react';
import { useChoice } from '../../store/use-store.ts';

/** Stays open or closed as the person left it, also after a reload. */
export function KeptDetails({ keptAs, ...rest }: ComponentProps<'details'> & { keptAs: string }) {
  const [isOpen, choose] = useChoice(keptAs, false);
  const onToggle = ({ currentTarget: { open } }: { currentTarget: HTMLDetailsElement }) => {
    if (open !== isOpen) choose(open);
  };
  return <details {...rest} open={isOpen} onToggle={onToggle} />;
}
