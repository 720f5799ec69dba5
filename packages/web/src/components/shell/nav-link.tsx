import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { shellCopy } from './copy.ts';

interface NavLinkProps {
  to: string;
  icon: ReactNode;
  children: ReactNode;
  count?: number;
  isExact?: boolean;
}

export function NavLink({ to, icon, children, count = 0, isExact = false }: NavLinkProps) {
  return (
    <Link
      to={to}
      activeOptions={{ exact: isExact }}
      activeProps={{ className: 'bg-hover text-ink' }}
      className="flex h-8 items-center gap-2.5 rounded-small px-2 text-small font-medium text-soft hover:bg-hover hover:text-ink"
    >
      {icon}
      {children}
      {count > 0 && (
        <span className="ms-auto rounded-full bg-ask-wash px-1.5 text-tiny font-semibold tabular-nums text-ask">
          {count}
          <span className="sr-only">{shellCopy.waitingCount}</span>
        </span>
      )}
    </Link>
  );
}
