export type Theme = 'system' | 'light' | 'dark';

const place = 'retinue.theme';

export function currentTheme(): Theme {
  const kept = localStorage.getItem(place);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(place);
  else localStorage.setItem(place, theme);
  beginTheme();
}

export function beginTheme(): void {
  const theme = currentTheme();
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
