// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MarkedLink } from '../../../../src/extension/content/marks/marked-link.ts';

/** The DOM of unit tests lays nothing out: every box is this one, and how often one is asked for is what it costs. */
const BOX = new DOMRect(20, 20, 100, 40);
let reads = 0;

vi.stubGlobal('SVGAElement', class extends SVGElement {});
Element.prototype.getBoundingClientRect = () => {
  reads += 1;
  return BOX;
};
Document.prototype.elementFromPoint = () => null;
HTMLElement.prototype.showPopover = () => undefined;

/** Says at once that all can be seen, as a browser does at the next frame. */
class Intersections {
  readonly #told: IntersectionObserverCallback;
  constructor(told: IntersectionObserverCallback) {
    this.#told = told;
  }
  observe(target: Element): void {
    const entry = { target, isIntersecting: true, intersectionRect: BOX, boundingClientRect: BOX };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is read of it
    queueMicrotask(() => this.#told([entry] as never, this as never));
  }
  unobserve(): void {
    // Nothing more is said of anything.
  }
  disconnect(): void {
    // As above.
  }
}

const sizes: { told: ResizeObserverCallback; readonly watched: Set<Element> } = {
  told: () => undefined,
  watched: new Set(),
};

class Sizes {
  constructor(told: ResizeObserverCallback) {
    sizes.told = told;
  }
  observe(target: Element): void {
    sizes.watched.add(target);
  }
  unobserve(target: Element): void {
    sizes.watched.delete(target);
  }
  disconnect(): void {
    sizes.watched.clear();
  }
}

vi.stubGlobal('IntersectionObserver', Intersections);
vi.stubGlobal('ResizeObserver', Sizes);
const { LinkMarks } = await import('../../../../src/extension/content/marks/link-marks.ts');

const COUNT = 30;

beforeEach(() => {
  vi.useFakeTimers();
  document.body.replaceChildren();
  sizes.watched.clear();
});

afterEach(() => {
  vi.useRealTimers();
});

/** Marks at links with a picture in each, all drawn, after everything has come to rest. */
async function drawnMarks(signal: AbortSignal) {
  const host = document.createElement('div');
  const body = document.createElement('div');
  document.body.append(body, host);
  const marks = new LinkMarks({
    root: host.attachShadow({ mode: 'open' }),
    describe: () => '',
    onUnplaced: () => undefined,
    signal,
  });
  const wanted = Array.from({ length: COUNT }, (_, n): MarkedLink => {
    const element = document.createElement('a');
    element.href = `https://b.example/${n}`;
    element.append(document.createElement('img'));
    body.append(element);
    return {
      link: { element, href: element.href, message: { key: 'k', body, isFramed: false }, isSender: false },
      level: 'danger',
      answer: {
        verdict: { kind: 'flagged', level: 'danger', asks: true, reasons: [] },
        layers: [],
        scopes: [],
      },
    };
  });
  marks.update(wanted);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(host.shadowRoot?.querySelectorAll('.mark').length).toBe(COUNT);
  return { marks };
}

test('marks are not measured while nothing changes, and a picture that comes measures its own mark alone', async () => {
  const abort = new AbortController();
  reads = 0;
  const { marks } = await drawnMarks(abort.signal);
  const atFirst = reads / COUNT;
  expect(sizes.watched.size).toBe(COUNT);

  reads = 0;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reads).toBe(0);

  const picture = document.querySelector('img');
  if (picture === null) throw new TypeError('no picture');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is read of it
  sizes.told([{ target: picture }] as never, {} as never);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reads).toBeGreaterThan(0);
  expect(reads).toBeLessThanOrEqual(atFirst * 2);

  reads = 0;
  // A picture of the page, in no link, is nobody's.
  const other = document.createElement('img');
  document.body.append(other);
  marks.onLoaded(other);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reads).toBe(0);
  abort.abort();
});
