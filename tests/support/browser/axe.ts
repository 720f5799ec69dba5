import axe from 'axe-core';
import type { Page } from 'playwright-core';

interface Scope {
  /** Only the rules that depend on colors, for a page whose other theme was checked with all of them. */
  rules?: 'all' | 'colors';
  /** Selects the checked part of the page. */
  within?: string;
  /** Rules that the page breaks on purpose. */
  except?: readonly string[];
}

/** Lists axe's findings on a page, with the element each time. */
export async function violations(page: Page, { rules = 'all', within, except = [] }: Scope = {}): Promise<string[]> {
  await page.evaluate(animationsEnd).catch(() => {});
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  const options = {
    resultTypes: ['violations'],
    preload: false,
    rules: Object.fromEntries(except.map((rule) => [rule, { enabled: false }])),
    ...(rules === 'colors' && { runOnly: colorRules }),
  };
  const context = within === undefined ? 'document' : JSON.stringify(within);
  const found = (await page.evaluate(`axe.run(${context}, ${JSON.stringify(options)})`)) as {
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
  };
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  );
}

/** Checks a page with all rules, then in dark colors. It must follow the system's color scheme, and be light. */
export async function violationsInBothThemes(page: Page): Promise<string[]> {
  const inLight = await violations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const inDark = await violations(page, { rules: 'colors' });
  await page.emulateMedia({ colorScheme: 'light' });
  return [...inLight, ...inDark.map((found) => `dark: ${found}`)];
}

const colorRules = ['color-contrast', 'link-in-text-block'];

/** Only finite ones: the mark of running work turns as long as it runs. */
const animationsEnd = `Promise.all(
  document.getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
    .map(({ finished }) => finished.catch(() => {}))
)`;
