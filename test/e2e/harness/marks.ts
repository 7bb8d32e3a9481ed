import { PATIENCE, type Page } from './browser.ts';

/** A mark as the reader sees it. */
export interface SeenMark {
  readonly level: 'danger' | 'caution' | 'unchecked';
  /** What a screen reader says. */
  readonly label: string;
  /** Destination of the link whose box the mark is drawn over; null if it is over none. */
  readonly href: string | null;
}

/**
 * A function body that collects the marks of this document and of every frame of the same origin. Test builds
 * open the shadow root that is closed in all others.
 */
const COLLECT = `
  const found = [];
  const look = (view) => {
    const { document } = view;
    const root = document.querySelector('spamlight-marks')?.shadowRoot;
    for (const mark of root?.querySelectorAll('.mark') ?? []) {
      if (!mark.matches(':popover-open')) continue;
      const box = (mark.querySelector('.frame') ?? mark).getBoundingClientRect();
      const x = box.left + box.width / 2, y = box.top + box.height / 2;
      const boxesOf = (link) => {
        if (link.localName !== 'area') return [...link.getClientRects(), link.getBoundingClientRect()];
        const image = document.querySelector('img[usemap="#' + CSS.escape(link.parentElement.name) + '"]').getBoundingClientRect();
        const [left, top, right, bottom] = link.coords.split(',').map(Number);
        return [new DOMRect(image.left + left, image.top + top, right - left, bottom - top)];
      };
      const over = [...document.querySelectorAll('a[href], area[href], form[action]')].find((link) =>
        boxesOf(link).some(
          (part) => part.width > 0 && x >= part.left && x <= part.right && y >= part.top && y <= part.bottom));
      const level = ['danger', 'caution', 'unchecked'].find((name) => mark.classList.contains(name)) ?? '';
      found.push({ level, label: mark.ariaLabel ?? '', href: over ? over.href || over.action : null });
    }
    for (const frame of document.querySelectorAll('iframe')) {
      try { if (frame.contentDocument) look(frame.contentWindow); } catch { /* of another origin */ }
    }
  };
  look(window);
  return found;`;

export async function marksOf(page: Pick<Page, 'run'>): Promise<readonly SeenMark[]> {
  return (await page.run(COLLECT)) as readonly SeenMark[];
}

/** What to know where marks do not come: whether the page is drawn at all, and what the extension says in it. */
const LOOK_AROUND = `
  const isDrawn = await new Promise((resolve) => {
    requestAnimationFrame(() => resolve(true));
    setTimeout(() => resolve(false), 1_000);
  });
  const root = document.querySelector('spamlight-marks')?.shadowRoot;
  return {
    readyState: document.readyState,
    visibilityState: document.visibilityState,
    isDrawn,
    said: root && [...root.querySelectorAll(':scope > :not(style)')].map(({ className, innerText }) => className + ': ' + innerText),
  };`;

/** Waits until exactly these destinations are marked, in any order, and gives the marks. */
export async function untilMarked(
  page: Pick<Page, 'run' | 'until'>,
  hrefs: readonly string[],
  timeout = PATIENCE,
): Promise<readonly SeenMark[]> {
  const whenWanted = `(async () => { ${COLLECT} })().then((marks) => {
    const sorted = (texts) => JSON.stringify(texts.sort());
    return sorted(marks.map(({ href }) => String(href))) === sorted(${JSON.stringify(hrefs)}) && marks;
  })`;
  try {
    return (await page.until(whenWanted, { timeout })) as readonly SeenMark[];
  } catch (error) {
    const there = JSON.stringify(await marksOf(page), null, 1);
    const around = JSON.stringify(await page.run(LOOK_AROUND), null, 1);
    throw new Error(
      `waited ${timeout} ms for marks on ${JSON.stringify(hrefs)}; there are ${there} in a page that is ${around}`,
      { cause: error },
    );
  }
}
