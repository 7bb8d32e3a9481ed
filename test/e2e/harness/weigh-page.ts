import type { Page } from './browser.ts';
import { bundleForPage } from './bundle-for-page.ts';

export interface Weighed {
  /** Name and class of the element. */
  readonly element: string;
  readonly score: number;
  readonly reasons: readonly string[];
}

let script: Promise<string> | null = null;

/** What the product's own recognition makes of a page, best first. It is called on the page's DOM, beside the extension. */
export async function weighed(page: Page): Promise<readonly Weighed[]> {
  script ??= bundleForPage('test/e2e/harness/weigh-page-entry.ts', 'spamlightWeighed');
  const body = `${await script}; return spamlightWeighed.weighPage();`;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of `weigh-page-entry.ts`
  return (await page.run(body)) as readonly Weighed[];
}
