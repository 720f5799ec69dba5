import { Bell, BellOff } from 'lucide-react';
import { useAlerts, useStore } from '../../store/use-store.ts';
import { Button } from '../../ui/buttons/button.tsx';

/** Asks the browser for notifications, when the person wants them. */
export function AlertsSwitch({ isWordy = false }: { isWordy?: boolean }) {
  const state = useAlerts();
  const { alerts } = useStore();
  if (state === 'missing' || state === 'blocked') {
    if (!isWordy) return null;
    return (
      <p className="text-small text-soft text-pretty">
        {state === 'blocked'
          ? 'This browser was told not to show any for this site. Allow them in its settings for the site, then come back.'
          : 'This browser shows none for a page that came over plain HTTP from another machine.'}
      </p>
    );
  }
  return state === 'on' ? (
    <Button icon={<BellOff size={14} />} onClick={() => alerts.turnOff()}>
      Stop notifying me
    </Button>
  ) : (
    <Button icon={<Bell size={14} />} onClick={() => void alerts.turnOn()}>
      Notify me
    </Button>
  );
}
