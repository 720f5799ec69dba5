import type { ReactNode } from 'react';
import { type Right, useMay } from '../store/use-store.ts';

interface MayProps {
  right: Right;
  children: ReactNode;
  otherwise?: ReactNode;
}

/** Draws its children only for people who have the right. */
export function May({ right, children, otherwise = null }: MayProps) {
  return useMay(right) ? children : otherwise;
}
