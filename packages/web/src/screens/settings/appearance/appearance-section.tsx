import { Moon, Sun, SunMoon } from 'lucide-react';
import { useState } from 'react';
import { AlertsSwitch } from '../../../components/alerts/alerts-switch.tsx';
import { chooseTheme, currentTheme, type Theme } from '../../../store/session/theme.ts';
import { FieldGroup } from '../../../ui/forms/field.tsx';
import { Section } from '../../../ui/layout/page.tsx';
import { appearanceCopy as copy } from './copy.ts';

const themes: readonly { key: Theme; Icon: typeof Sun }[] = [
  { key: 'system', Icon: SunMoon },
  { key: 'light', Icon: Sun },
  { key: 'dark', Icon: Moon },
];

export function AppearanceSection() {
  const [theme, setTheme] = useState(currentTheme);
  return (
    <div className="flex flex-col gap-6">
      <Section title={copy.title} help={copy.lead}>
        <FieldGroup label={copy.themes.label}>
          <div className="grid grid-cols-1 gap-2 sm:grid-cols-3">
            {themes.map(({ key, Icon }) => (
              <label
                key={key}
                className="flex cursor-pointer items-center gap-2.5 rounded-plain border border-line-strong bg-raised px-3 py-3 text-small font-medium hover:bg-hover has-checked:border-accent has-checked:bg-accent-wash has-focus-visible:outline-2 has-focus-visible:outline-accent"
              >
                <input
                  type="radio"
                  name="theme"
                  checked={theme === key}
                  onChange={() => {
                    chooseTheme(key);
                    setTheme(key);
                  }}
                  className="accent-accent"
                />
                <Icon size={16} aria-hidden="true" />
                {copy.themes[key]}
              </label>
            ))}
          </div>
        </FieldGroup>
      </Section>
      <Section title={copy.notifications.title} help={copy.notifications.lead}>
        <div>
          <AlertsSwitch isWordy />
        </div>
      </Section>
    </div>
  );
}
