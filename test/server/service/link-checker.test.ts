import { describe, expect, test } from 'vitest';
import type { ChangesTrouble } from '../../../src/server/service/check/change-source.ts';
import { LinkChecker } from '../../../src/server/service/check/link-checker.ts';
import { aChange, NOW } from './a-change.ts';
import { aList } from './a-list.ts';
import { aTable, type ATable } from './a-table.ts';

const soon = () => ({ now: NOW, deadline: performance.now() + 60_000 });

function aChecker(list: Parameters<typeof aList>[0] = {}, changes: ATable | null = null): LinkChecker {
  const checker = new LinkChecker(changes?.lookup ?? null);
  checker.use(aList(list));
  return checker;
}

async function kinds(checker: LinkChecker, hrefs: readonly string[]): Promise<string[]> {
  return (await checker.check(hrefs, soon())).map(({ verdict }) =>
    verdict.kind === 'flagged' ? verdict.level : verdict.kind,
  );
}

describe('a link checker', () => {
  test('a link checker flags what the list holds and clears what it does not', async () => {
    const checker = aChecker({ danger: ['bad.example'], caution: ['http://shop.example/offers/'] });
    expect(
      await kinds(checker, [
        'https://a.bad.example/x?y',
        'http://shop.example/offers/1',
        'http://good.example/',
      ]),
    ).toEqual(['danger', 'caution', 'clear']);
  });

  test('a link checker clears nothing without a list, or with one that has expired', async () => {
    expect(await kinds(new LinkChecker(), ['http://good.example/'])).toEqual(['unchecked']);
    const old = aChecker({ danger: ['bad.example'], publishedAt: NOW - 15 * 86_400 });
    expect(await kinds(old, ['http://good.example/', 'http://bad.example/'])).toEqual([
      'unchecked',
      'danger',
    ]);
  });

  test('a link checker flags what was added, whatever the list says, and also without one', async () => {
    const checker = new LinkChecker(aTable(aChange({})).lookup);
    expect(await kinds(checker, ['http://bad.example/'])).toEqual(['danger']);
    checker.use(aList({}));
    expect(await kinds(checker, ['http://bad.example/', 'http://x.bad.example/y'])).toEqual([
      'danger',
      'danger',
    ]);
  });

  test('a link checker takes spam for caution, also where a change says danger, as the next build does', async () => {
    const table = aTable(aChange({ host: 'offers.example', category: 'spam', level: 'danger' }));
    expect(await kinds(aChecker({}, table), ['http://offers.example/'])).toEqual(['caution']);
  });

  test('a link checker does not clear with an expired list because of a change that names something else', async () => {
    const checker = aChecker({ publishedAt: NOW - 15 * 86_400 }, aTable(aChange({})));
    expect(await kinds(checker, ['http://good.example/'])).toEqual(['unchecked']);
  });

  test('no longer flags what was removed, and flags it again when that is withdrawn', async () => {
    const table = aTable(aChange({ action: 'remove' }));
    const checker = aChecker({ danger: ['bad.example', 'http://bad.example/page'] }, table);
    expect(await kinds(checker, ['http://bad.example/', 'http://bad.example/page'])).toEqual([
      'clear',
      'danger',
    ]);
    table.apply(aChange({ id: 'b', action: 'expire', sequence: 6 }));
    expect(await kinds(checker, ['http://bad.example/'])).toEqual(['danger']);
  });

  test('a link checker keeps every change over a list of another epoch', async () => {
    const table = aTable(aChange({ host: 'added.example' }));
    const checker = aChecker({}, table);
    checker.use(aList({ epochKey: new Uint8Array(8).fill(9) }));
    table.apply(aChange({ host: 'later.example' }));
    const hrefs = ['added.example', 'later.example', 'good.example'].map((host) => `http://${host}/`);
    expect(await kinds(checker, hrefs)).toEqual(['danger', 'danger', 'clear']);
  });

  test('a link checker clears nothing, and still flags what the list has, while changes cannot be looked up', async () => {
    const trouble: ChangesTrouble = 'unreadable';
    const checker = new LinkChecker({
      isEngine: false,
      lookUp: async (links) => links.map(() => ({ decisions: [], trouble, isSuspect: false })),
      changeCount: () => 0,
      copiedEntryCount: () => 0,
      trouble: () => trouble,
    });
    checker.use(aList({ danger: ['bad.example'] }));
    expect(await kinds(checker, ['http://bad.example/', 'http://good.example/'])).toEqual([
      'danger',
      'unchecked',
    ]);
  });

  test('a link checker does not forget a listing within a batch that asks for more than it remembers', async () => {
    const danger = Array.from({ length: 2000 }, (_, index) => `l${index}.example`);
    const checker = aChecker({ danger });
    // Four wrapped links a link, several listed hosts each: more look-ups in one turn than are remembered.
    const first = danger.slice(0, 100).map((host) => `http://${host}/`);
    expect(new Set(await kinds(checker, first))).toEqual(new Set(['danger']));
    const wrapped = first.map(
      (href, index) =>
        `https://www.google.com/url?q=${encodeURIComponent(href)}&url=${encodeURIComponent(`http://l${100 + index}.example/a/b/c/d`)}`,
    );
    for (let round = 0; round < 40; round++) {
      expect(new Set(await kinds(checker, [...first, ...wrapped]))).toEqual(new Set(['danger']));
      await kinds(
        checker,
        danger.slice(200 + round * 40, 300 + round * 40).map((host) => `http://${host}/a/b/c/d?${round}`),
      );
    }
  });

  test('a link checker says that links were not checked when time is up', async () => {
    const checker = aChecker({ danger: ['bad.example'] });
    const [checked] = await checker.check(['http://bad.example/'], {
      now: NOW,
      deadline: performance.now() - 1,
    });
    expect(checked?.verdict).toEqual({ kind: 'unchecked', because: 'overloaded', asks: false });
  });

  test.each(['away', 'behind'] as const)(
    'a link checker clears nothing that layer 1 lets through while its table is %s, and forgets that it was',
    async (trouble) => {
      const list = aList({ danger: ['bad.example'] });
      let isThere = false;
      const checker = new LinkChecker();
      checker.use({
        ...list,
        table: {
          confirm: (hashes) =>
            isThere ? list.table.confirm(hashes) : Promise.resolve(hashes.map(() => trouble)),
          trouble: () => (isThere ? null : trouble),
        },
      });
      const hrefs = ['http://bad.example/', 'http://good.example/'];
      expect(await checker.check(hrefs, soon())).toEqual([
        {
          verdict: { kind: 'unchecked', because: 'storage-failed', asks: false },
          trouble,
          isSuspect: true,
        },
        { verdict: { kind: 'clear' }, trouble: null, isSuspect: false },
      ]);
      expect(checker.trouble()).toBe(trouble);
      isThere = true;
      expect(await kinds(checker, hrefs)).toEqual(['danger', 'clear']);
      expect(checker.trouble()).toBeNull();
    },
  );

  test('a link checker judges every link by one list, the old one or the new, while lists are swapped', async () => {
    const even = aList({ serial: 8, danger: ['even.example'] });
    const odd = aList({ serial: 9, danger: ['odd.example'], epochKey: new Uint8Array(8).fill(5) });
    const checker = new LinkChecker();
    checker.use(even);
    const swapped = new AbortController();
    const swapping = (async () => {
      for (let swaps = 0; swaps < 200; swaps++) {
        checker.use(swaps % 2 === 0 ? odd : even);
        // In the middle of whatever the other one awaits.
        await Promise.resolve();
      }
      swapped.abort();
    })();
    const hrefs = Array.from({ length: 50 }, () => ['http://even.example/', 'http://odd.example/']).flat();
    let batches = 0;
    while (!swapped.signal.aborted) {
      const found = await kinds(checker, hrefs);
      // One turn, one list.
      expect(new Set(found)).toEqual(new Set(['danger', 'clear']));
      expect(found.filter((kind) => kind === 'danger').length).toBe(50);
      batches++;
    }
    await swapping;
    expect(batches).toBeGreaterThan(10);
  });
});

describe('a link checker of several channels', () => {
  const two = (): LinkChecker => new LinkChecker(null, 2);

  test('a link checker of several channels answers the worst of all', async () => {
    const checker = two();
    checker.use(aList({ danger: ['one.example'], caution: ['both.example'] }), 0);
    checker.use(aList({ danger: ['both.example', 'two.example'] }), 1);
    expect(
      await kinds(checker, [
        'http://one.example/',
        'http://two.example/',
        'http://both.example/',
        'http://good.example/',
      ]),
    ).toEqual(['danger', 'danger', 'danger', 'clear']);
  });

  test('a link checker of several channels clears nothing while the list of one of them is missing or too old, and flags all the same', async () => {
    const checker = two();
    checker.use(aList({ danger: ['one.example'] }), 0);
    const hrefs = ['http://one.example/', 'http://good.example/'];
    expect(await kinds(checker, hrefs)).toEqual(['danger', 'unchecked']);
    expect(checker.facts()).toBeNull();
    checker.use(aList({ publishedAt: NOW - 15 * 86_400 }), 1);
    expect(await kinds(checker, hrefs)).toEqual(['danger', 'unchecked']);
    expect(checker.facts()?.publishedAt).toBe(NOW - 15 * 86_400);
    checker.use(aList({}), 1);
    expect(await kinds(checker, hrefs)).toEqual(['danger', 'clear']);
  });

  test('a link checker of several channels takes what a change removes off all of them', async () => {
    const checker = new LinkChecker(aTable(aChange({ action: 'remove' })).lookup, 2);
    for (const place of [0, 1]) checker.use(aList({ danger: ['bad.example'] }), place);
    expect(await kinds(checker, ['http://bad.example/'])).toEqual(['clear']);
  });
});
