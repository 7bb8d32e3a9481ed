import { eventually, type Page } from './browser.ts';
import { type PageScript, type Place, script, scriptOf } from './page-script.ts';

/** What a message's sign is like, and what lies below it. */
export interface SignLook {
  /** 'none': no sign came; 'folded': its icon and title alone. */
  readonly sign: 'none' | 'folded' | 'open';
  /** Whether its title is in sight without scrolling. */
  readonly isInSight: boolean;
  /** Links of the message, and controls of the webmail, that it lies on. */
  readonly links: number;
  readonly controls: number;
  /** Lines of the message's text, and pictures of it. */
  readonly lines: number;
  readonly pictures: number;
}

export interface SeenSign extends SignLook {
  readonly id: string;
  /** Of the window. CSS pixels. */
  readonly width: number;
}

/** Two boxes that share no more than this lie beside each other. CSS pixels. */
const TOUCH_PX = 1;

const look = (place: Place): PageScript<SignLook> =>
  script(
    ({ one, all, root }, find, touch): SignLook => {
      const sign = one('.sign', root());
      const message = find();
      if (!message) throw new Error('no message');
      const box = sign.getBoundingClientRect();
      const overlaps = (each: DOMRect): boolean =>
        Math.min(each.right, box.right) - Math.max(each.left, box.left) > touch &&
        Math.min(each.bottom, box.bottom) - Math.max(each.top, box.top) > touch;
      const covers = (element: Element): boolean =>
        element.checkVisibility({ visibilityProperty: true }) &&
        Array.from(element.getClientRects()).some(overlaps);
      const covered = (selector: string): number => all(selector, message).filter(covers).length;
      const walker = document.createTreeWalker(message, NodeFilter.SHOW_TEXT);
      let lines = 0;
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const isSeen = node.parentElement?.checkVisibility({ visibilityProperty: true });
        if (node.textContent?.trim() === '' || isSeen !== true) continue;
        const range = new Range();
        range.selectNodeContents(node);
        lines += Array.from(range.getClientRects()).filter(overlaps).length;
      }
      const controls = all('a[href], button, input, select').filter((each) => !message.contains(each));
      const title = one('strong', sign).getBoundingClientRect();
      return {
        sign: one('.rest', sign).getBoundingClientRect().width <= 1 ? 'folded' : 'open',
        isInSight:
          title.width > 20 &&
          title.top >= 0 &&
          title.bottom <= innerHeight &&
          title.left >= 0 &&
          title.right <= innerWidth,
        links: covered('a[href], area'),
        controls: controls.filter(covers).length,
        lines,
        pictures: covered('img, svg, canvas'),
      };
    },
    scriptOf(place),
    TOUCH_PX,
  );

/**
 * Once it has come and found its place.
 *
 * @param message - the element that holds the message
 */
export async function lookAtSign(page: Page, message: Place): Promise<SignLook> {
  try {
    await page.until(({ sign }) => sign()?.matches(':popover-open'), { timeout: 15_000, what: 'the sign' });
  } catch {
    return { sign: 'none', isInSight: false, links: 0, controls: 0, lines: 0, pictures: 0 };
  }
  let last = '';
  let since = Date.now();
  // Pictures that do not come and letters that do change the page for a moment.
  return eventually('a sign that stays', async () => {
    const seen = await page.run(look(message));
    const now = JSON.stringify(seen);
    if (now !== last) {
      last = now;
      since = Date.now();
    }
    return Date.now() - since > 2_000 ? seen : null;
  });
}
