export type Lockfile = { packages: Record<string, LockedPackage> };
type LockedPackage = {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  optionalDependencies?: Record<string, string>;
};

/**
 * Entries that would break an install from this lockfile on another machine, or reveal the author's: one sentence each.
 */
export function lockfileFaults({ packages }: Lockfile): string[] {
  const installed = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)));
  return Object.entries(packages).flatMap(([path, { resolved, integrity, link, optionalDependencies = {} }]) => [
    ...(/^https?:/.test(resolved ?? '') ? [`${path} holds the address that it was downloaded from`] : []),
    ...(path.includes('node_modules/') && !link && !integrity ? [`${path} has no integrity`] : []),
    ...Object.keys(optionalDependencies)
      .filter((name) => !installed.has(name))
      .map((name) => `${name}, which ${path || 'the root'} needs on its platform, is not in the lockfile`),
  ]);
}
