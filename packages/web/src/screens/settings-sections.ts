export type SectionKey = 'workspace' | 'providers' | 'prices' | 'skills' | 'webhooks' | 'usage' | 'appearance' | 'data';

export const settingsSections: readonly { key: SectionKey; label: string }[] = [
  { key: 'workspace', label: 'Workspace' },
  { key: 'providers', label: 'Providers' },
  { key: 'prices', label: 'Prices' },
  { key: 'skills', label: 'Skills' },
  { key: 'webhooks', label: 'Webhooks' },
  { key: 'usage', label: 'Usage' },
  { key: 'appearance', label: 'Appearance' },
  { key: 'data', label: 'Data' },
];
