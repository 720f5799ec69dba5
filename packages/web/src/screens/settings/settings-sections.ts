import { settingsCopy } from './copy.ts';

export type SectionKey = keyof typeof settingsCopy.sections;

const keys = Object.keys(settingsCopy.sections) as SectionKey[];

/** In the order of the navigation. */
export const settingsSections = keys.map((key) => ({ key, label: settingsCopy.sections[key] }));
