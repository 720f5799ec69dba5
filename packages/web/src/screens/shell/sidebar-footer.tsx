import { Keyboard, Moon, Settings as SettingsIcon, Sun, SunMoon, Users } from 'lucide-react';
import { useState } from 'react';
import { NavLink } from '../../components/shell/nav-link.tsx';
import { chooseTheme, currentTheme, type Theme } from '../../store/session/theme.ts';
import { IconButton } from '../../ui/buttons/button.tsx';
import { appCopy } from './copy.ts';

const next: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' };

export function SidebarFooter() {
  const [theme, setTheme] = useState(currentTheme);
  const Icon = theme === 'system' ? SunMoon : theme === 'light' ? Sun : Moon;
  return (
    <div className="flex flex-wrap items-center justify-end gap-0.5">
      <div className="flex w-full flex-col gap-0.5 pb-1">
        <NavLink to="/agents" icon={<Users size={16} />}>
          {appCopy.agents}
        </NavLink>
        <NavLink to="/settings" icon={<SettingsIcon size={16} />}>
          {appCopy.settings}
        </NavLink>
      </div>
      <a href="/docs" className="me-auto rounded-small px-2 py-1 text-tiny text-faint hover:bg-hover hover:text-ink">
        {appCopy.api}
      </a>
      <IconButton label={appCopy.shortcutsHint} onClick={() => dispatchEvent(new CustomEvent('retinue:keys'))}>
        <Keyboard size={16} />
      </IconButton>
      <IconButton
        label={appCopy.theme(theme)}
        onClick={() => {
          chooseTheme(next[theme]);
          setTheme(next[theme]);
        }}
      >
        <Icon size={16} />
      </IconButton>
    </div>
  );
}
