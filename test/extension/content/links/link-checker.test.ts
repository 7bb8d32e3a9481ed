// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FoundLink } from '../../../../src/extension/content/links/found-link.ts';
import { type LinkVerdict, MAX_LINK_TEXT_LENGTH } from '../../../../src/extension/protocol/link-messages.ts';

vi.stubGlobal('SVGAElement', class extends SVGElement {});
const { LinkChecker } = await import('../../../../src/extension/content/links/link-checker.ts');

class Unreachable extends Error {}

const CLEAR: LinkVerdict = { verdict: { kind: 'clear' }, layers: [], scopes: [] };

function links(count: number, key = 'm'): FoundLink[] {
  return Array.from({ length: count }, (_, index) => {
    const element = document.createElement('a');
    document.body.append(element);
    return {
      element,
      href: `https://a.example/${index}`,
      message: { body: document.body, isFramed: false, key },
      isSender: false,
    };
  });
}

type Check = ConstructorParameters<typeof LinkChecker>[0]['checkLinks'];

function checkerOf(checkLinks: Check, { textOf = (): string => '' } = {}) {
  const abort = new AbortController();
  const onVerdicts = vi.fn();
  const checker = new LinkChecker({
    checkLinks,
    senderOf: () => null,
    textOf,
    tagOf: () => 'a',
    isUnreachable: (error) => error instanceof Unreachable,
    onVerdicts,
    signal: abort.signal,
  });
  return { checker, onVerdicts, abort };
}

/** A background that clears every link, while it is there. */
const answerClear =
  (background: { readonly isThere: boolean }): Check =>
  async ({ links }) => {
    if (!background.isThere) throw new Unreachable();
    return { verdicts: links.map(() => CLEAR) };
  };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

describe('LinkChecker', () => {
  test('LinkChecker asks once for each link, in batches of one message and at most a hundred', async () => {
    const asked: [string, number][] = [];
    const { checker } = checkerOf(async ({ messageKey, links }) => {
      asked.push([messageKey, links.length]);
      return { verdicts: links.map(() => CLEAR) };
    });
    const all = [...links(130, 'first'), ...links(2, 'second')];
    checker.request(all);
    checker.request(all);
    await vi.advanceTimersByTimeAsync(0);
    checker.request(all);
    expect(asked).toEqual([
      ['first', 100],
      ['first', 30],
      ['second', 2],
    ]);
    expect(all.every((link) => checker.answerFor(link) === CLEAR)).toBe(true);
  });

  test('LinkChecker keeps what it knows until the new answer is there', async () => {
    let level: 'danger' | 'caution' = 'danger';
    let hold: Promise<void> = Promise.resolve();
    const { checker } = checkerOf(async ({ links }) => {
      const verdict = { kind: 'flagged', level, asks: level === 'danger', reasons: [] } as const;
      await hold;
      return { verdicts: links.map(() => ({ verdict, layers: [], scopes: [] })) };
    });
    const [link] = links(1) as [FoundLink];
    checker.request([link]);
    await vi.advanceTimersByTimeAsync(0);
    let go: () => void = () => undefined;
    hold = new Promise((resolve) => {
      go = resolve;
    });
    level = 'caution';
    checker.recheck([link]);
    expect(checker.answerFor(link)?.verdict).toMatchObject({ level: 'danger' });
    go();
    await vi.advanceTimersByTimeAsync(0);
    expect(checker.answerFor(link)?.verdict).toMatchObject({ level: 'caution' });
  });

  test('LinkChecker keeps what is shown through one change after the other, and believes the answer to the last, whenever it comes', async () => {
    const answers: ((level: 'danger' | 'caution') => void)[] = [];
    const { checker } = checkerOf(
      () =>
        new Promise((resolve) => {
          answers.push((level) => {
            const verdict = { kind: 'flagged', level, asks: false, reasons: [] } as const;
            resolve({ verdicts: [{ verdict, layers: [], scopes: [] }] });
          });
        }),
    );
    const [link] = links(1) as [FoundLink];
    const level = (): unknown => checker.answerFor(link)?.verdict;
    checker.request([link]);
    checker.recheck([link]);
    answers[0]?.('caution');
    await vi.advanceTimersByTimeAsync(0);
    for (let change = 0; change < 2; change++) {
      checker.recheck([link]);
      expect(level()).toMatchObject({ level: 'caution' });
    }
    answers[3]?.('danger');
    await vi.advanceTimersByTimeAsync(0);
    expect(level()).toMatchObject({ level: 'danger' });
    answers[1]?.('caution');
    answers[2]?.('caution');
    await vi.advanceTimersByTimeAsync(0);
    expect(level()).toMatchObject({ level: 'danger' });
  });

  test('LinkChecker believes the answer to the last change, also where a click asked before it', async () => {
    const answers: (() => void)[] = [];
    const { checker } = checkerOf(
      () =>
        new Promise((resolve) => {
          const because = answers.length === 0 ? 'expired' : 'unreadable';
          const verdict = { kind: 'unchecked', because, asks: false } as const;
          answers.push(() => resolve({ verdicts: [{ verdict, layers: [], scopes: [] }] }));
        }),
    );
    const [link] = links(1) as [FoundLink];
    const clicked = checker.askAlone(link);
    checker.recheck([link]);
    answers[1]?.();
    await vi.advanceTimersByTimeAsync(0);
    answers[0]?.();
    expect((await clicked).verdict).toMatchObject({ because: 'unreadable' });
    expect(checker.answerFor(link)?.verdict).toMatchObject({ because: 'unreadable' });
  });

  test('LinkChecker says unchecked when nobody answers, and asks again', async () => {
    const background = { isThere: false };
    const { checker } = checkerOf(answerClear(background));
    const [link] = links(1) as [FoundLink];
    checker.request([link]);
    await vi.advanceTimersByTimeAsync(0);
    // A background that is only starting is not worth a sign.
    expect(checker.answerFor(link)).toBeUndefined();
    await vi.advanceTimersByTimeAsync(250);
    expect(checker.answerFor(link)?.verdict).toEqual({
      kind: 'unchecked',
      because: 'overloaded',
      asks: false,
    });
    background.isThere = true;
    await vi.advanceTimersByTimeAsync(1_500);
    expect(checker.answerFor(link)).toBe(CLEAR);
  });

  test('LinkChecker keeps what it knows while nobody answers the question that follows a change', async () => {
    const background = { isThere: true };
    const { checker } = checkerOf(answerClear(background));
    const [link] = links(1) as [FoundLink];
    checker.request([link]);
    await vi.advanceTimersByTimeAsync(0);
    background.isThere = false;
    checker.recheck([link]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(checker.answerFor(link)).toBe(CLEAR);
  });

  test('LinkChecker sends no more of the text of a link than is used', async () => {
    const texts: string[] = [];
    const { checker } = checkerOf(
      async ({ links }) => {
        texts.push(...links.map(({ text }) => text));
        return { verdicts: links.map(() => CLEAR) };
      },
      { textOf: () => 'x'.repeat(MAX_LINK_TEXT_LENGTH + 1) },
    );
    checker.request(links(1));
    await vi.advanceTimersByTimeAsync(0);
    expect(texts).toEqual(['x'.repeat(MAX_LINK_TEXT_LENGTH)]);
  });

  test('LinkChecker says unchecked when the answer takes ten seconds', async () => {
    const { checker } = checkerOf(() => new Promise(() => undefined));
    const [link] = links(1) as [FoundLink];
    checker.request([link]);
    await vi.advanceTimersByTimeAsync(10_000);
    await vi.advanceTimersByTimeAsync(10_300);
    expect(checker.answerFor(link)?.verdict.kind).toBe('unchecked');
  });

  test('LinkChecker asks again about a link whose view was put away while nobody answered, once it is back', async () => {
    const background = { isThere: false };
    const { checker } = checkerOf(answerClear(background));
    const [link] = links(1) as [FoundLink];
    checker.request([link]);
    await vi.advanceTimersByTimeAsync(0);
    checker.request([]);
    background.isThere = true;
    await vi.advanceTimersByTimeAsync(10_000);
    checker.request([link]);
    await vi.advanceTimersByTimeAsync(0);
    expect(checker.answerFor(link)).toBe(CLEAR);
  });

  test('LinkChecker asks again about a link that the webmail draws anew while nobody answers', async () => {
    const background = { isThere: false };
    const { checker } = checkerOf(answerClear(background));
    const [link] = links(1) as [FoundLink];
    checker.request([link]);
    await vi.advanceTimersByTimeAsync(0);
    const [anew] = links(1) as [FoundLink];
    checker.request([anew]);
    background.isThere = true;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(checker.answerFor(anew)).toBe(CLEAR);
  });

  test('LinkChecker keeps an answer that came while a click’s own question had none', async () => {
    let isFirst = true;
    const { checker } = checkerOf(async ({ links: batch }) => {
      if (!isFirst) return { verdicts: batch.map(() => CLEAR) };
      isFirst = false;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      throw new Unreachable();
    });
    const [link] = links(1) as [FoundLink];
    const clicked = checker.askAlone(link);
    checker.request([link]);
    await vi.advanceTimersByTimeAsync(500);
    expect(checker.answerFor(link)).toBe(CLEAR);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await clicked).toBe(CLEAR);
    expect(checker.answerFor(link)).toBe(CLEAR);
  });

  test('LinkChecker asks about one link ahead of a flood', async () => {
    const asked: number[] = [];
    const { checker } = checkerOf(async ({ links }) => {
      asked.push(links.length);
      if (links.length > 1) await new Promise(() => undefined);
      return { verdicts: links.map(() => CLEAR) };
    });
    checker.request(links(4_000));
    const [other] = links(1, 'other') as [FoundLink];
    expect((await checker.askAlone(other)).verdict.kind).toBe('clear');
    expect(asked.at(-1)).toBe(1);
  });

  test('LinkChecker leaves what is beyond 5,000 links a minute visibly unchecked', async () => {
    let asked = 0;
    const { checker } = checkerOf(async ({ links }) => {
      asked += links.length;
      return { verdicts: links.map(() => CLEAR) };
    });
    const all = links(5_002);
    checker.request(all);
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toBe(5_000);
    expect(checker.answerFor(all[5_001] as FoundLink)?.verdict).toEqual({
      kind: 'unchecked',
      because: 'overloaded',
      asks: false,
    });
  });

  test('LinkChecker keeps verdicts of the same link in two messages apart', async () => {
    const { checker } = checkerOf(async ({ messageKey, links }) => ({
      verdicts: links.map(() =>
        messageKey === 'a'
          ? CLEAR
          : { ...CLEAR, verdict: { kind: 'unchecked', because: 'expired', asks: false } as const },
      ),
    }));
    const [a] = links(1, 'a') as [FoundLink];
    const [b] = links(1, 'b') as [FoundLink];
    checker.request([a, b]);
    await vi.advanceTimersByTimeAsync(0);
    expect(checker.answerFor(a)?.verdict.kind).toBe('clear');
    expect(checker.answerFor(b)?.verdict.kind).toBe('unchecked');
  });

  test('LinkChecker asks again, however many batches failed while nobody was there, as soon as somebody is', async () => {
    let isThere = false;
    const asked: number[] = [];
    const { checker } = checkerOf(async ({ links: batch }) => {
      asked.push(batch.length);
      if (!isThere) throw new Unreachable();
      return { verdicts: batch.map(() => CLEAR) };
    });
    const all = Array.from({ length: 9 }, (_, index) => links(30, `message ${index}`)).flat();
    checker.request(all);
    await vi.advanceTimersByTimeAsync(150);
    expect(asked).toHaveLength(9);
    isThere = true;
    await vi.advanceTimersByTimeAsync(100);
    expect(all.every((link) => checker.answerFor(link) === CLEAR)).toBe(true);
    expect(asked).toHaveLength(18);
  });

  test('LinkChecker goes on asking while nobody answers, and at once for all when one answer comes', async () => {
    let isThere = false;
    let count = 0;
    const { checker } = checkerOf(async ({ links: batch }) => {
      count += 1;
      if (!isThere) throw new Unreachable();
      return { verdicts: batch.map(() => CLEAR) };
    });
    const [early] = links(1, 'early') as [FoundLink];
    const [late] = links(1, 'late') as [FoundLink];
    checker.request([early]);
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(count).toBeGreaterThan(15);
    // Every half minute at last.
    expect(count).toBeLessThan(30);
    expect(checker.answerFor(early)?.verdict.kind).toBe('unchecked');
    isThere = true;
    checker.request([early, late]);
    await vi.advanceTimersByTimeAsync(0);
    expect(checker.answerFor(early)).toBe(CLEAR);
  });

  test('LinkChecker does not keep for ever what it knows: a recheck without it, or 20,000 newer links', async () => {
    const { checker } = checkerOf(async ({ links: batch }) => ({ verdicts: batch.map(() => CLEAR) }));
    const [old] = links(1, 'old') as [FoundLink];
    checker.request([old]);
    await vi.advanceTimersByTimeAsync(0);
    checker.recheck([old]);
    expect(checker.answerFor(old)).toBe(CLEAR);
    checker.recheck([]);
    expect(checker.answerFor(old)).toBeUndefined();

    checker.request([old]);
    await vi.advanceTimersByTimeAsync(0);
    for (let round = 0; round < 5; round++) {
      // Not in the document: what is looked at here is what is remembered.
      const many = links(1, `round ${round}`).flatMap((link) =>
        Array.from({ length: 4_500 }, (_, index) => ({ ...link, href: `https://b.example/${index}` })),
      );
      checker.request(many);
      await vi.advanceTimersByTimeAsync(61_000);
    }
    expect(checker.answerFor(old)).toBeUndefined();
  });

  test('LinkChecker forgets of too many verdicts first those not asked about for longest', async () => {
    const { checker } = checkerOf(async ({ links: batch }) => ({ verdicts: batch.map(() => CLEAR) }));
    const [old, older] = links(2, 'old') as [FoundLink, FoundLink];
    checker.request([old, older]);
    await vi.advanceTimersByTimeAsync(0);
    for (let round = 0; round < 5; round++) {
      if (round === 4) {
        const again = checker.askAlone(old);
        await vi.advanceTimersByTimeAsync(0);
        await again;
      }
      const many = links(1, `round ${round}`).flatMap((link) =>
        Array.from({ length: 4_500 }, (_, index) => ({ ...link, href: `https://b.example/${index}` })),
      );
      checker.request(many);
      await vi.advanceTimersByTimeAsync(61_000);
    }
    expect(checker.answerFor(older)).toBeUndefined();
    expect(checker.answerFor(old)).toBe(CLEAR);
    // What was forgotten is asked about again where it is met again.
    checker.request([older]);
    await vi.advanceTimersByTimeAsync(0);
    expect(checker.answerFor(older)).toBe(CLEAR);
  });
});

/** Asks what `answer` says, and keeps what it was asked. */
function recorded(
  answer: (request: Parameters<Check>[0]) => Promise<readonly LinkVerdict[]> = async ({ links }) =>
    links.map(() => CLEAR),
) {
  const asked: Parameters<Check>[0][] = [];
  const made = checkerOf(async (request) => {
    asked.push(request);
    return { verdicts: await answer(request) };
  });
  const numbers = (): readonly (readonly number[])[] =>
    asked.map(({ links }) => links.map(({ number }) => number));
  return { ...made, asked, numbers };
}

describe('what links are asked about as', () => {
  test('links are asked about under their number in the message, the same at every question', async () => {
    const { checker, numbers } = recorded();
    const first = links(3, 'first');
    const second = links(2, 'second');
    checker.request([...first, ...second]);
    await vi.advanceTimersByTimeAsync(0);
    expect(numbers()).toEqual([
      [0, 1, 2],
      [0, 1],
    ]);
    expect(first.map((link) => checker.sentLink(link)?.number)).toEqual([0, 1, 2]);
    checker.recheck([...first].reverse());
    await vi.advanceTimersByTimeAsync(0);
    expect(numbers().at(-1)).toEqual([2, 1, 0]);
    // One that comes later is the next, whatever was asked about again meanwhile.
    const [other] = links(1, 'first') as [FoundLink];
    await checker.askAlone({ ...other, href: 'https://late.example/' });
    expect(numbers().at(-1)).toEqual([3]);
  });

  test('links of 500 messages are counted, and then anew for the message that was asked about longest ago', async () => {
    const { checker, numbers } = recorded();
    const [old] = links(1, 'old') as [FoundLink];
    const askAs = async (key: string, href: string): Promise<void> => {
      await checker.askAlone({ ...old, href, message: { ...old.message, key } });
    };
    await askAs('old', 'https://a.example/');
    for (let n = 0; n < 499; n++) await askAs(`message ${n}`, 'https://a.example/');
    await askAs('old', 'https://b.example/');
    expect(numbers().at(-1)).toEqual([1]);
    // That question made it the latest: 500 others push it out, 499 do not.
    for (let n = 500; n < 999; n++) await askAs(`message ${n}`, 'https://a.example/');
    await askAs('old', 'https://c.example/');
    expect(numbers().at(-1)).toEqual([2]);
    for (let n = 1_000; n < 1_500; n++) await askAs(`message ${n}`, 'https://a.example/');
    await askAs('old', 'https://d.example/');
    expect(numbers().at(-1)).toEqual([0]);
  });

  test('the number of a link is told once there is an answer, and not before', async () => {
    const { checker } = recorded();
    const [link] = links(1) as [FoundLink];
    checker.request([link]);
    expect(checker.sentLink(link)).toBeUndefined();
    await vi.advanceTimersByTimeAsync(0);
    expect(checker.sentLink(link)).toEqual({ number: 0, text: '' });
  });
});

describe('whoever does not answer', () => {
  test('a background that does not answer is asked four things at once and no more, and the fifth as soon as one is answered', async () => {
    const answers: (() => void)[] = [];
    const { checker, asked } = recorded(async ({ links: batch }) => {
      await new Promise<void>((resolve) => answers.push(resolve));
      return batch.map(() => CLEAR);
    });
    checker.request(Array.from({ length: 7 }, (_, index) => links(1, `message ${index}`)).flat());
    expect(asked).toHaveLength(4);
    answers[0]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toHaveLength(5);
  });

  test('a background that does not answer leaves a link that is asked about alone unchecked, and says so at once', async () => {
    const { checker, onVerdicts } = recorded(() => Promise.reject(new Unreachable()));
    const [link] = links(1) as [FoundLink];
    expect((await checker.askAlone(link)).verdict).toEqual({
      kind: 'unchecked',
      because: 'overloaded',
      asks: false,
    });
    expect(checker.answerFor(link)?.verdict.kind).toBe('unchecked');
    expect(onVerdicts).toHaveBeenCalledOnce();
  });

  test('a background that does not answer with a mistake of ours makes it no clear link, and the mistake is not hidden', async () => {
    const { checker } = recorded(() => Promise.reject(new TypeError('ours')));
    const [link] = links(1) as [FoundLink];
    await expect(checker.askAlone(link)).rejects.toThrow('ours');
    expect(checker.answerFor(link)).toBeUndefined();
  });

  test('a background that does not answer for too few links leaves the others unchecked', async () => {
    const { checker } = recorded(async () => [CLEAR]);
    const [one, two] = links(2) as [FoundLink, FoundLink];
    checker.request([one, two]);
    await vi.advanceTimersByTimeAsync(0);
    expect(checker.answerFor(one)).toBe(CLEAR);
    expect(checker.answerFor(two)?.verdict.kind).toBe('unchecked');
  });

  test('a background that does not answer is not asked again about links that are gone, nor by a page that is left', async () => {
    const { checker, asked, abort } = recorded(() => Promise.reject(new Unreachable()));
    const [gone, there] = links(2) as [FoundLink, FoundLink];
    checker.request([gone, there]);
    await vi.advanceTimersByTimeAsync(0);
    checker.request([there]);
    await vi.advanceTimersByTimeAsync(250);
    expect(asked.map(({ links: batch }) => batch.map(({ href }) => href))).toEqual([
      [gone.href, there.href],
      [there.href],
    ]);
    abort.abort();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(asked).toHaveLength(2);
  });

  test('a background that does not answer has another 5,000 links a minute later', async () => {
    const { checker } = recorded();
    const flood = (host: string): FoundLink[] =>
      links(5_001, host).map((link) => ({ ...link, href: `https://${host}/${link.href}` }));
    vi.setSystemTime(10_000_000);
    await vi.advanceTimersByTimeAsync(100_000);
    const first = flood('first.example');
    checker.request(first);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(checker.answerFor(first[5_000] as FoundLink)?.verdict.kind).toBe('unchecked');
    const early = links(1, 'early') as [FoundLink];
    checker.request(early);
    await vi.advanceTimersByTimeAsync(0);
    expect(checker.answerFor(early[0])?.verdict.kind).toBe('unchecked');
    await vi.advanceTimersByTimeAsync(2_000);
    const later = flood('later.example');
    checker.request(later);
    await vi.advanceTimersByTimeAsync(0);
    expect(checker.answerFor(later[4_999] as FoundLink)).toBe(CLEAR);
    expect(checker.answerFor(later[5_000] as FoundLink)?.verdict.kind).toBe('unchecked');
  });
});
