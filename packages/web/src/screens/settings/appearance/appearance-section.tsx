import { useState } from 'react';
import { AlertsSwitch } from '../../../components/alerts/alerts-switch.tsx';
import { chooseTheme, currentTheme, type Theme } from '../../../store/session/theme.ts';
import { Segments } from '../../../ui/buttons/segments.tsx';
import { Section } from '../../../ui/layout/page.tsx';
import { appearanceCopy as copy } from './copy.ts';

const themes = (['system', 'light', 'dark'] satisfies Theme[]).map((key) => ({ key, label: copy.themes[key] }));

export function AppearanceSection() {
  const [theme, setTheme] = useState(currentTheme);
  const choose = (chosen: Theme) => {
    chooseTheme(chosen);
    setTheme(chosen);
  };
  return (
    <div className="flex flex-col gap-6">
      <Section title={copy.title} help={copy.lead}>
        <div>
          <Segments label={copy.title} options={themes} value={theme} onChange={choose} />
        </div>
      </Section>
      <Section title={copy.notifications.title} help={copy.notifications.lead}>
        <div>
          <AlertsSwitch isWordy />
        </div>
      </Section>
    </div>
  );
}
