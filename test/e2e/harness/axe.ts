/** What axe objects to on a page. */
import axe from 'axe-core';
import type { Page } from './browser.ts';
import type { PageScript } from './page-script.ts';

/** Off in axe by itself: a name begins with what is seen, so that whoever speaks to the browser can say it. */
export const RULES = { 'label-content-name-mismatch': { enabled: true } };

/** Axe, for the world of the script that it is given to. */
export const AXE: PageScript<typeof axe> = {
  text: `(() => { ${axe.source}\nreturn window.axe; })()`,
  what: 'axe',
  isOfRoot: false,
};

/** What axe finds wrong, one line each. */
export async function violations(page: Page): Promise<readonly string[]> {
  const found = await page.run(
    async (_, load, rules) => (await load().run(document, { resultTypes: ['violations'], rules })).violations,
    AXE,
    RULES,
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
  );
}
