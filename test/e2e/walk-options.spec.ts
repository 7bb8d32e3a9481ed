/** What a reader can press in each section of the options, by mouse and by keys. */
import { SECTIONS } from '../../src/extension/pages/options/options-frame.tsx';
import type { Page } from './harness/browser.ts';
import { test } from './harness/fixtures.ts';
import { at, byId, ownPageWithList } from './harness/own-parts.ts';
import { walk } from './harness/walk.ts';
import { NAV, optionsWalk } from './walk/option-rows.ts';
import { note, reloadOptions, type States } from './walk/rows.ts';
import { tier } from './harness/tiers.ts';

test('options: the way around leads to every section', tier('core:chromium'), async ({ world }) => {
  const page = await ownPageWithList(world);
  await walk(page, at('nav'), NAV, note('options, nav'));
});

/** The section, not the element in it: to screen readers, that one is nothing in Firefox. */
async function walkSection(page: Page, id: string, states: States): Promise<void> {
  for (const [name, state] of Object.entries(states)) {
    if (state === null) continue;
    try {
      await walk(page, byId(id), state, note(`options, ${id}, ${name}`));
    } catch (error) {
      const shown = await page
        .run((_, section) => section()?.innerText.slice(0, 2_000), byId(id))
        .catch(() => 'nothing');
      throw new Error(`${name}: ${String(error)}; the section says ${shown}`, { cause: error });
    }
  }
}

for (const { id } of SECTIONS) {
  test(`options, ${id}: every control does what it says`, tier('core'), async ({ world }) => {
    const page = await ownPageWithList(world);
    await page.run((_, hash) => {
      location.hash = hash;
    }, id);
    await reloadOptions(page);
    await walkSection(page, id, await optionsWalk(world)[id]());
  });
}
