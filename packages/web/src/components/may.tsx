import type { ReactNode } from 'react';
import { type Right, useMay } from '../store/use-library.ts';

/** Only for whom the server would not refuse it. */
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
