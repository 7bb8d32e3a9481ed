// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest';

vi.stubGlobal('SVGAElement', class extends SVGElement {});
// The DOM of unit tests has no top layer.
HTMLElement.prototype.showPopover = () => undefined;
const { LinkCard } = await import('../../../../../src/extension/content/details/cards/link-card.ts');
type MarkedLink = import('../../../../../src/extension/content/marks/marked-link.ts').MarkedLink;

const NEAR = { left: 0, top: 0, right: 10, bottom: 10 };

beforeEach(() => {
  document.body.replaceChildren();
});

function link(): { readonly marked: MarkedLink; readonly anchor: HTMLElement } {
  const anchor = document.createElement('a');
  anchor.href = 'https://b.example/';
  document.body.append(anchor);
  const body = document.body;
  return {
    anchor,
    marked: {
      link: { element: anchor, href: anchor.href, message: { key: 'k', body }, isSender: false } as never,
      level: 'danger',
      answer: {
        verdict: { kind: 'flagged', level: 'danger', asks: true, reasons: [] },
        layers: [],
        scopes: [],
      },
    },
  };
}

function card(signal = new AbortController().signal) {
  const host = document.createElement('div');
  document.body.append(host);
  const root = host.attachShadow({ mode: 'open' });
  const made = new LinkCard({
    root,
    events: { onPress: (element: HTMLElement) => element } as never,
    texts: { text: (key: string) => key, language: 'en' },
    actions: {} as never,
    mayOpen: () => true,
    administered: () => ({ support: { text: '', contact: '' }, locks: [], countsStatistics: true }) as never,
    overlay: null,
    signal,
  });
  return { made, host, shown: () => root.querySelectorAll('.card').length };
}

describe('a card that is still opening', () => {
  test.each<
    [
      string,
      (parts: { close: () => void; anchor: HTMLElement; host: HTMLElement; abort: () => void }) => void,
    ]
  >([
    ['closed', ({ close }) => close()],
    ['left by its link', ({ anchor }) => anchor.remove()],
    ['left by what it is drawn in', ({ host }) => host.remove()],
    ['left by the extension', ({ abort }) => abort()],
  ])(
    'a card that is still opening and is %s is not shown, and does not count as open',
    async (_, happens) => {
      const abort = new AbortController();
      const { made, host, shown } = card(abort.signal);
      const { marked, anchor } = link();
      const opening = made.open(marked, anchor, NEAR, null);
      expect(made.marked).toBe(marked);
      happens({ close: () => made.close(), anchor, host, abort: () => abort.abort() });
      await opening;
      expect(shown()).toBe(0);
      expect(made.marked).toBe(null);
      // Whoever opened it to go into it finds nothing there to go into.
      made.focusFirst();
      expect(made.hasFocus).toBe(false);
    },
  );

  test('a card that is still opening is waited for by whoever goes into it, also where somebody else has begun to open it', async () => {
    const { made, shown } = card();
    const { marked, anchor } = link();
    void made.open(marked, anchor, NEAR, null);
    expect(shown()).toBe(0);
    await made.open(marked, anchor, NEAR, null);
    expect(shown()).toBe(1);
  });

  test('a card that is still opening and is followed by another one leaves that alone', async () => {
    const { made, shown } = card();
    const first = link();
    const second = link();
    const openings = [
      made.open(first.marked, first.anchor, NEAR, null),
      made.open(second.marked, second.anchor, NEAR, null),
    ];
    await Promise.all(openings);
    expect(made.marked).toBe(second.marked);
    expect(shown()).toBe(1);
  });
});
