import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe finds wrong in a page, with the element each time. */
export async function violations(page: Page): Promise<string[]> {
  await page
    .evaluate('Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {})))')
    .catch(() => {});
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  const found = (await page.evaluate('axe.run()')) as {
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
  };
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  );
}
