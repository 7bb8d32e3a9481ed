import { readdirSync, readFileSync } from 'node:fs';
import type { Request } from '../../../src/extension/protocol/requests.ts';

/** `lists`: the channel publishes these hosts too, and the extension updates. */
export type Example =
  | { readonly from: 'frame' | 'page'; readonly ask: Request }
  | { readonly from: 'channel'; readonly lists: readonly string[] };

export const GOLDEN = `${import.meta.dirname}/golden`;
export const GOLDEN_FILES = readdirSync(GOLDEN);

export const examplesIn = (file: string): readonly Example[] =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tests read each `ask` by its schema
  JSON.parse(readFileSync(`${GOLDEN}/${file}`, 'utf8')) as Example[];

export function requestsFrom(sender: 'frame' | 'page'): readonly Request[] {
  return GOLDEN_FILES.flatMap(examplesIn).flatMap((example) =>
    'ask' in example && example.from === sender ? [example.ask] : [],
  );
}
