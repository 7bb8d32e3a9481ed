/** The question that is asked in a window of its own, and what each of its answers does. */
import type { GuardView } from '../../../src/extension/protocol/question-messages.ts';
import { eventually } from '../harness/browser.ts';
import { expect, type World } from '../harness/fixtures.ts';
import { row, type Press, type Row } from '../harness/walk.ts';

/** @param bad - host of the link that was clicked */
export function questionRows(world: World, bad: string): Record<GuardView['kind'], readonly Row[]> {
  const isOpened = (): boolean => world.proxy.seen.some(({ url }) => url.includes(bad));
  /** After a press the window is gone: Firefox has no answer then for who pressed. What it did is seen elsewhere. */
  const pressed = ({ press }: Press): Promise<void> => press().catch(() => undefined);
  const goOn = (name: string): Row =>
    row('button', name, async (press) => {
      expect(isOpened(), 'opened before').toBe(false);
      await pressed(press);
      await eventually('the link to open', isOpened);
      world.proxy.forgetSeen();
    });
  const back = row('button', 'Go back (recommended)', async (press) => {
    await pressed(press);
    await eventually('the window to close', () =>
      press.page
        .run(() => location.href)
        .then(
          (href) => !href.includes('question.html'),
          () => true,
        ),
    );
    expect(isOpened(), 'opened by Back').toBe(false);
  });
  const firstAid = row('button', 'I already entered something', async (press) => {
    await press.press();
    const opened = await world.browser.pageAt('first-aid.html#phishing');
    await opened.close();
    expect(isOpened(), 'opened by the way to first aid').toBe(false);
  });
  return {
    ask: [back, goOn('Open anyway'), firstAid],
    refuse: [back, firstAid],
    checking: [back],
    slow: [back, goOn('Open unchecked')],
  };
}
