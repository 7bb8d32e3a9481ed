import type { Page } from './browser.ts';
import { bundleForPage } from './bundle-for-page.ts';
import type { PageScript } from './page-script.ts';

export interface Weighed {
  /** Name and class of the element. */
  readonly element: string;
  readonly score: number;
  readonly reasons: readonly string[];
}

interface Entry {
  weighPage(): readonly Weighed[];
}

let entry: Promise<PageScript<Entry>> | null = null;

/** What the product's own recognition makes of a page, best first. It is called on the page's DOM, beside the extension. */
export async function weighed(page: Page): Promise<readonly Weighed[]> {
  entry ??= bundleForPage('test/e2e/harness/weigh-page-entry.ts');
  return page.run((_, load) => load().weighPage(), await entry);
}
