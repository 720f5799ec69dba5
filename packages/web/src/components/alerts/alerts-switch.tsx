import { Bell, BellOff } from 'lucide-react';
import { useAlerts, useStore } from '../../store/use-store.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { alertsCopy as copy } from './copy.ts';

/** Turns browser notifications on and off. */
export function AlertsSwitch({ isWordy = false }: { isWordy?: boolean }) {
  const state = useAlerts();
  const { alerts } = useStore();
  if (state === 'missing' || state === 'blocked') {
    if (!isWordy) return null;
    return (
      <p className="text-small text-soft text-pretty">
        {state === 'blocked' ? copy.notificationsBlocked : copy.notificationsMissing}
      </p>
    );
  }
  return state === 'on' ? (
    <Button icon={<BellOff size={14} />} onClick={() => alerts.turnOff()}>
      {copy.notificationsOff}
    </Button>
  ) : (
    <Button icon={<Bell size={14} />} onClick={() => void alerts.turnOn()}>
      {copy.notificationsOn}
    </Button>
  );
}
