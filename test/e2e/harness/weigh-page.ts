import { build } from 'vite';
import type { Page } from './browser.ts';

export interface Weighed {
  /** Name and class of the element. */
  readonly element: string;
  readonly score: number;
  readonly reasons: readonly string[];
}

let script: Promise<string> | null = null;

/** What the product's own recognition makes of a page, best first. It is called on the page's DOM, beside the extension. */
export async function weighed(page: Page): Promise<readonly Weighed[]> {
  script ??= bundle();
  const body = `${await script}; return spamlightWeighed.weighPage();`;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of `weigh-page-entry.ts`
  return (await page.run(body)) as readonly Weighed[];
}

async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      minify: false,
      lib: { entry: 'test/e2e/harness/weigh-page-entry.ts', formats: ['iife'], name: 'spamlightWeighed' },
    },
  });
  const [chunk] = [built].flat().flatMap((result) => ('output' in result ? result.output : []));
  if (chunk?.type !== 'chunk') throw new Error('no script');
  return chunk.code;
}
