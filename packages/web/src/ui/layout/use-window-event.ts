import { useEffect, useEffectEvent } from 'react';

/** Listens to an event of the window with the handler of the latest render. */
export function useWindowEvent<Name extends string>(name: Name, handler: (event: WindowEvent<Name>) => void): void {
  const onEvent = useEffectEvent(handler);
  useEffect(() => {
    const listen = (event: Event) => onEvent(event as WindowEvent<Name>);
    addEventListener(name, listen);
    return () => removeEventListener(name, listen);
  }, [name]);
}

type WindowEvent<Name extends string> = Name extends keyof WindowEventMap ? WindowEventMap[Name] : Event;
