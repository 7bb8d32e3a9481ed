/** What axe objects to on a page. */
import axe from 'axe-core';
import type { Page } from './browser.ts';

/** Off in axe by itself: a name begins with what is seen, so that whoever speaks to the browser can say it. */
export const RULES = { 'label-content-name-mismatch': { enabled: true } };

export interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[];
}

/** What axe finds wrong, one line each. */
export async function violations(page: Page): Promise<readonly string[]> {
  const found = (await page.run(
    `${axe.source}
     const { violations } = await window.axe.run(document, { resultTypes: ['violations'], rules: ${JSON.stringify(RULES)} });
     return violations;`,
  )) as readonly Violation[];
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
  );
}
