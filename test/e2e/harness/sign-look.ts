import { eventually, type Page } from './browser.ts';
import { ROOT } from './old-parts.ts';

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

const SIGN = `${ROOT}?.querySelector('.sign')`;

/** Two boxes that share no more than this lie beside each other. CSS pixels. */
const TOUCH_PX = 1;

const look = (message: string): string => `
  const sign = ${SIGN};
  const box = sign.getBoundingClientRect();
  const overlaps = (each) => Math.min(each.right, box.right) - Math.max(each.left, box.left) > ${TOUCH_PX} &&
    Math.min(each.bottom, box.bottom) - Math.max(each.top, box.top) > ${TOUCH_PX};
  const covers = (element) => element.checkVisibility({ visibilityProperty: true }) && [...element.getClientRects()].some(overlaps);
  const message = ${message};
  const all = (selector, within) => [...within.querySelectorAll(selector)].filter(covers).length;
  const walker = document.createTreeWalker(message, NodeFilter.SHOW_TEXT);
  let lines = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.data.trim() === '' || !node.parentElement.checkVisibility({ visibilityProperty: true })) continue;
    const range = new Range();
    range.selectNodeContents(node);
    lines += [...range.getClientRects()].filter(overlaps).length;
  }
  const controls = [...document.querySelectorAll('a[href], button, input, select')].filter((each) => !message.contains(each));
  const title = sign.querySelector('strong').getBoundingClientRect();
  return {
    sign: sign.querySelector('.rest').getBoundingClientRect().width <= 1 ? 'folded' : 'open',
    isInSight: title.width > 20 && title.top >= 0 && title.bottom <= innerHeight && title.left >= 0 && title.right <= innerWidth,
    links: all('a[href], area', message),
    controls: controls.filter(covers).length,
    lines,
    pictures: all('img, svg, canvas', message),
  };`;

/**
 * Once it has come and found its place.
 *
 * @param message - an expression for the element that holds the message
 */
export async function lookAtSign(page: Page, message: string): Promise<SignLook> {
  try {
    await page.until(`${SIGN}?.matches(':popover-open')`, { timeout: 15_000, what: 'the sign' });
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
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the script above
    return Date.now() - since > 2_000 ? (seen as SignLook) : null;
  });
}
