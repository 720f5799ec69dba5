import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

export function SettingsLink({ section, edit, children }: { section: string; edit?: string; children: ReactNode }) {
  return (
    <Link
      to="/settings/$section"
      params={{ section }}
      search={edit ? { edit } : {}}
      className="text-accent underline underline-offset-2"
    >
      {children}
    </Link>
  );
}
