import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe finds wrong in a page, with the element each time. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(animationsEnd).catch(() => {});
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  const found = (await page.evaluate('axe.run()')) as {
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
  };
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  );
}

/** Of those that end: the mark of what runs turns for as long as it runs. */
const animationsEnd = `Promise.all(
  document.getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
    .map(({ finished }) => finished.catch(() => {}))
)`;
