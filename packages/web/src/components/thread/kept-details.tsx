import type { ComponentProps } from 'react';
import { useChoice } from '../../store/use-store.ts';

/** They stay as the person left them, while what they hold still grows and after a reload. */
export function KeptDetails({ keptAs, ...rest }: ComponentProps<'details'> & { keptAs: string }) {
  const [isOpen, choose] = useChoice(keptAs, false);
  const onToggle = ({ currentTarget: { open } }: { currentTarget: HTMLDetailsElement }) => {
    if (open !== isOpen) choose(open);
  };
  return <details {...rest} open={isOpen} onToggle={onToggle} />;
}
