/** Words that are not sent yet are kept in this tab, by where they were typed. */
export function unsent(key: string): string {
  return sessionStorage.getItem(placeOf(key)) ?? '';
}

export function keepUnsent(key: string, text: string): void {
  if (text === '') sessionStorage.removeItem(placeOf(key));
  else sessionStorage.setItem(placeOf(key), text);
}

/** Whoever types on while a chat is opened means that chat. */
export function carryUnsent(from: string, to: string): void {
  const text = unsent(from);
  if (text === '') return;
  keepUnsent(to, text);
  keepUnsent(from, '');
}

function placeOf(key: string): string {
  return `retinue.unsent.${key}`;
}
