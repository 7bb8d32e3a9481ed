// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FoundLink } from '../../src/content/link-scanner.ts';
import type { LinkVerdict } from '../../src/protocol/link-messages.ts';

vi.stubGlobal('SVGAElement', class extends SVGElement {});
const { LinkChecker } = await import('../../src/content/link-checker.ts');

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

function checkerOf(checkLinks: Check) {
  const abort = new AbortController();
  const onVerdicts = vi.fn();
  const checker = new LinkChecker({
    checkLinks,
    headOf: () => null,
    textOf: () => '',
    tagOf: () => 'a',
    isUnreachable: (error) => error instanceof Unreachable,
    onVerdicts,
    signal: abort.signal,
  });
  return { checker, onVerdicts, abort };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

describe('LinkChecker', () => {
  test('asks once for each link, in batches of one message and at most a hundred', async () => {
    const asked: [string, number][] = [];
    const { checker } = checkerOf(async ({ messageKey, links }) => {
      asked.push([messageKey, links.length]);
      return { verdicts: links.map(() => CLEAR) };
    });
    const all = [...links(130, 'first'), ...links(2, 'second')];
    checker.want(all);
    checker.want(all);
    await vi.advanceTimersByTimeAsync(0);
    checker.want(all);
    expect(asked).toEqual([
      ['first', 100],
      ['first', 30],
      ['second', 2],
    ]);
    expect(all.every((link) => checker.answerFor(link) === CLEAR)).toBe(true);
  });

  test('keeps what it knows until the new answer is there', async () => {
    let level: 'danger' | 'caution' = 'danger';
    let hold: Promise<void> = Promise.resolve();
    const { checker } = checkerOf(async ({ links }) => {
      const verdict = { kind: 'flagged', level, asks: level === 'danger', reasons: [] } as const;
      await hold;
      return { verdicts: links.map(() => ({ verdict, layers: [], scopes: [] })) };
    });
    const [link] = links(1) as [FoundLink];
    checker.want([link]);
    await vi.advanceTimersByTimeAsync(0);
    let go: () => void = () => undefined;
    hold = new Promise((resolve) => {
      go = resolve;
    });
    level = 'caution';
    checker.recheck();
    checker.want([link]);
    expect(checker.answerFor(link)?.verdict).toMatchObject({ level: 'danger' });
    go();
    await vi.advanceTimersByTimeAsync(0);
    expect(checker.answerFor(link)?.verdict).toMatchObject({ level: 'caution' });
  });

  test('says unchecked when nobody answers, and asks again', async () => {
    let isThere = false;
    const { checker } = checkerOf(async ({ links }) => {
      if (!isThere) throw new Unreachable();
      return { verdicts: links.map(() => CLEAR) };
    });
    const [link] = links(1) as [FoundLink];
    checker.want([link]);
    await vi.advanceTimersByTimeAsync(0);
    // A background that is only starting is not worth a sign.
    expect(checker.answerFor(link)).toBeUndefined();
    await vi.advanceTimersByTimeAsync(250);
    expect(checker.answerFor(link)?.verdict).toEqual({
      kind: 'unchecked',
      because: 'overloaded',
      asks: false,
    });
    isThere = true;
    await vi.advanceTimersByTimeAsync(1_500);
    expect(checker.answerFor(link)).toBe(CLEAR);
  });

  test('says unchecked when the answer takes ten seconds', async () => {
    const { checker } = checkerOf(() => new Promise(() => undefined));
    const [link] = links(1) as [FoundLink];
    checker.want([link]);
    await vi.advanceTimersByTimeAsync(10_000);
    await vi.advanceTimersByTimeAsync(10_300);
    expect(checker.answerFor(link)?.verdict.kind).toBe('unchecked');
  });

  test('asks about one link ahead of a flood', async () => {
    const asked: number[] = [];
    const { checker } = checkerOf(async ({ links }) => {
      asked.push(links.length);
      if (links.length > 1) await new Promise(() => undefined);
      return { verdicts: links.map(() => CLEAR) };
    });
    checker.want(links(4_000));
    const [other] = links(1, 'other') as [FoundLink];
    expect((await checker.askAlone(other)).verdict.kind).toBe('clear');
    expect(asked.at(-1)).toBe(1);
  });

  test('leaves what is beyond 5,000 links a minute visibly unchecked', async () => {
    let asked = 0;
    const { checker } = checkerOf(async ({ links }) => {
      asked += links.length;
      return { verdicts: links.map(() => CLEAR) };
    });
    const all = links(5_002);
    checker.want(all);
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toBe(5_000);
    expect(checker.answerFor(all[5_001] as FoundLink)?.verdict).toEqual({
      kind: 'unchecked',
      because: 'overloaded',
      asks: false,
    });
  });

  test('keeps verdicts of the same link in two messages apart', async () => {
    const { checker } = checkerOf(async ({ messageKey, links }) => ({
      verdicts: links.map(() =>
        messageKey === 'a'
          ? CLEAR
          : { ...CLEAR, verdict: { kind: 'unchecked', because: 'expired', asks: false } as const },
      ),
    }));
    const [a] = links(1, 'a') as [FoundLink];
    const [b] = links(1, 'b') as [FoundLink];
    checker.want([a, b]);
    await vi.advanceTimersByTimeAsync(0);
    expect(checker.answerFor(a)?.verdict.kind).toBe('clear');
    expect(checker.answerFor(b)?.verdict.kind).toBe('unchecked');
  });

  test('asks again, however many batches failed while nobody was there, as soon as somebody is', async () => {
    let isThere = false;
    const asked: number[] = [];
    const { checker } = checkerOf(async ({ links: batch }) => {
      asked.push(batch.length);
      if (!isThere) throw new Unreachable();
      return { verdicts: batch.map(() => CLEAR) };
    });
    const all = Array.from({ length: 9 }, (_, index) => links(30, `message ${index}`)).flat();
    checker.want(all);
    await vi.advanceTimersByTimeAsync(150);
    expect(asked).toHaveLength(9);
    isThere = true;
    await vi.advanceTimersByTimeAsync(100);
    expect(all.every((link) => checker.answerFor(link) === CLEAR)).toBe(true);
    expect(asked).toHaveLength(18);
  });

  test('goes on asking while nobody answers, and at once for all when one answer comes', async () => {
    let isThere = false;
    let count = 0;
    const { checker } = checkerOf(async ({ links: batch }) => {
      count += 1;
      if (!isThere) throw new Unreachable();
      return { verdicts: batch.map(() => CLEAR) };
    });
    const [early] = links(1, 'early') as [FoundLink];
    const [late] = links(1, 'late') as [FoundLink];
    checker.want([early]);
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(count).toBeGreaterThan(15);
    expect(checker.answerFor(early)?.verdict.kind).toBe('unchecked');
    isThere = true;
    checker.want([late]);
    await vi.advanceTimersByTimeAsync(0);
    expect(checker.answerFor(early)).toBe(CLEAR);
  });

  test('does not keep for ever what it knows: two rechecks, or 20,000 newer links', async () => {
    const { checker } = checkerOf(async ({ links: batch }) => ({ verdicts: batch.map(() => CLEAR) }));
    const [old] = links(1, 'old') as [FoundLink];
    checker.want([old]);
    await vi.advanceTimersByTimeAsync(0);
    checker.recheck();
    expect(checker.answerFor(old)).toBe(CLEAR);
    checker.recheck();
    expect(checker.answerFor(old)).toBeUndefined();

    checker.want([old]);
    await vi.advanceTimersByTimeAsync(0);
    for (let round = 0; round < 5; round++) {
      // Not in the document: what is looked at here is what is remembered.
      const many = links(1, `round ${round}`).flatMap((link) =>
        Array.from({ length: 4_500 }, (_, index) => ({ ...link, href: `https://b.example/${index}` })),
      );
      checker.want(many);
      await vi.advanceTimersByTimeAsync(61_000);
    }
    expect(checker.answerFor(old)).toBeUndefined();
  });
});
