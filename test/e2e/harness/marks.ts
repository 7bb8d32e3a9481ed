import { PATIENCE, type Page } from './browser.ts';
import { script } from './page-script.ts';

/** A mark as the reader sees it. */
export interface SeenMark {
  readonly level: 'danger' | 'caution' | 'unchecked';
  /** What a screen reader says. */
  readonly label: string;
  /** Destination of the link whose box the mark is drawn over; null if it is over none. */
  readonly href: string | null;
}

/** The marks of this document and of every frame of the same origin. */
const COLLECT = script((): SeenMark[] => {
  const found: SeenMark[] = [];
  const boxesOf = (document: Document, link: Element): readonly DOMRect[] => {
    if (link.localName !== 'area')
      return [...Array.from(link.getClientRects()), link.getBoundingClientRect()];
    const area = link as HTMLAreaElement;
    const name = (area.parentElement as HTMLMapElement).name;
    const image = document.querySelector(`img[usemap="#${CSS.escape(name)}"]`)?.getBoundingClientRect();
    const [left = 0, top = 0, right = 0, bottom = 0] = area.coords.split(',').map(Number);
    return image === undefined
      ? []
      : [new DOMRect(image.left + left, image.top + top, right - left, bottom - top)];
  };
  const look = (document: Document): void => {
    const root = document.querySelector('spamlight-marks')?.shadowRoot;
    for (const mark of Array.from(root?.querySelectorAll<HTMLElement>('.mark') ?? [])) {
      if (!mark.matches(':popover-open')) continue;
      const box = (mark.querySelector('.frame') ?? mark).getBoundingClientRect();
      const x = box.left + box.width / 2;
      const y = box.top + box.height / 2;
      const over = Array.from(
        document.querySelectorAll<HTMLAnchorElement | HTMLAreaElement | HTMLFormElement>(
          'a[href], area[href], form[action]',
        ),
      ).find((link) =>
        boxesOf(document, link).some(
          (part) => part.width > 0 && x >= part.left && x <= part.right && y >= part.top && y <= part.bottom,
        ),
      );
      const level = (['danger', 'caution', 'unchecked'] as const).find((name) =>
        mark.classList.contains(name),
      );
      if (level === undefined) throw new Error(`a mark of no level: ${mark.className}`);
      const href =
        over?.localName === 'form'
          ? (over as HTMLFormElement).action
          : (over as HTMLAnchorElement | undefined)?.href;
      found.push({ level, label: mark.ariaLabel ?? '', href: href ?? null });
    }
    for (const frame of Array.from(document.querySelectorAll('iframe'))) {
      try {
        if (frame.contentDocument) look(frame.contentDocument);
      } catch {
        // Of another origin.
      }
    }
  };
  look(document);
  return found;
});

export function marksOf(page: Pick<Page, 'run'>): Promise<readonly SeenMark[]> {
  return page.run(COLLECT);
}

/** What to know where marks do not come: whether the page is drawn at all, and what the extension says in it. */
const LOOK_AROUND = script(async ({ pause }) => {
  const isDrawn = await Promise.race([
    new Promise<boolean>((resolve) => {
      requestAnimationFrame(() => resolve(true));
    }),
    pause(1_000).then(() => false),
  ]);
  const root = document.querySelector('spamlight-marks')?.shadowRoot;
  return {
    readyState: document.readyState,
    visibilityState: document.visibilityState,
    isDrawn,
    said: Array.from(
      root?.querySelectorAll<HTMLElement>(':scope > :not(style)') ?? [],
      ({ className, innerText }) => `${className}: ${innerText}`,
    ),
  };
});

/** Waits until exactly these destinations are marked, in any order, and gives the marks. */
export async function untilMarked(
  page: Pick<Page, 'run' | 'until'>,
  hrefs: readonly string[],
  timeout = PATIENCE,
): Promise<readonly SeenMark[]> {
  const whenWanted = script(
    (_, collect, wanted) => {
      const marks = collect();
      const sorted = (texts: readonly string[]): string => JSON.stringify([...texts].sort());
      return sorted(marks.map(({ href }) => String(href))) === sorted(wanted) && marks;
    },
    COLLECT,
    hrefs,
  );
  try {
    return await page.until(whenWanted, { timeout });
  } catch (error) {
    const there = JSON.stringify(await marksOf(page), null, 1);
    const around = JSON.stringify(await page.run(LOOK_AROUND), null, 1);
    throw new Error(
      `waited ${timeout} ms for marks on ${JSON.stringify(hrefs)}; there are ${there} in a page that is ${around}`,
      { cause: error },
    );
  }
}
