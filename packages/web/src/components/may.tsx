import type { ReactNode } from 'react';
import { type Right, useMay } from '../store/use-library.ts';

/** Draws its children only for people who have the right. */
export function May({
  right,
  children,
  otherwise = null,
}: {
  right: Right;
  children: ReactNode;
  otherwise?: ReactNode;
}) {
  return useMay(right) ? children : otherwise;
}
