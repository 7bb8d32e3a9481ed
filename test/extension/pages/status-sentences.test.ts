// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import {
  failureSentences,
  listLine,
  progressLine,
  type Sentence,
} from '../../../src/extension/pages/status-sentences.ts';
import { UPDATE_FAILURES } from '../../../src/extension/protocol/update-failure.ts';
import type { ChannelStatus } from '../../../src/extension/protocol/channel-messages.ts';
import { aChannel, contextIn, DAY, NOW } from './page-tools.ts';

const updating = { kind: 'updating', step: 'index', receivedBytes: 0, totalBytes: 0 } as const;
const never = { kind: 'idle', nextAt: null } as const;

function written(sentence: Sentence | undefined): string {
  return (sentence ?? []).map((part) => (typeof part === 'string' ? part : part.textContent)).join('');
}

describe('the state of a list in one line', () => {
  test.each<[string, Partial<ChannelStatus>, string, string]>([
    [
      'none yet',
      { kind: 'none' },
      'This list has not been downloaded yet. Next try: 14:05.',
      '此名单尚未下载。下次尝试：14:05。',
    ],
    [
      'none, while the first one comes',
      { kind: 'none', activity: updating },
      'This list has not been downloaded yet.',
      '此名单尚未下载。',
    ],
    ['fresh', {}, 'Updated today, 13:05. Next look: 14:05.', '更新于今天 13:05。下次查看：14:05。'],
    [
      'stale',
      { kind: 'stale', publishedAt: NOW - 17 * DAY },
      'Last updated 3 November. It still flags links. Next try: 14:05.',
      '上次更新：11月3日。它仍会标记链接。下次尝试：14:05。',
    ],
    [
      'stale, while it is renewed',
      { kind: 'stale', publishedAt: NOW - 17 * DAY, activity: updating },
      'Last updated 3 November. It still flags links.',
      '上次更新：11月3日。它仍会标记链接。',
    ],
    [
      'expired',
      { kind: 'expired', publishedAt: NOW - 40 * DAY },
      'Out of date: last updated 11 October. It still flags what it lists. Everything else counts as not checked. Next try: 14:05.',
      '已过时：上次更新10月11日。它仍会标记其中列出的内容，其他链接视为未检查。下次尝试：14:05。',
    ],
    [
      'packaged',
      { url: null, activity: never, endsAt: NOW + 10 * DAY },
      'Test list that came with Spamlight, valid until 30 November.',
      'Spamlight 自带的测试名单，有效期至11月30日。',
    ],
    [
      'packaged, of test pages',
      { url: null, activity: never, endsAt: null },
      'Comes with Spamlight: test pages only, to show that marks work. This list does not expire.',
      '随 Spamlight 提供：只含测试页面，用来证明标记有效。此名单不会过期。',
    ],
    [
      'packaged and over',
      { url: null, activity: never, kind: 'expired', endsAt: NOW - DAY },
      'List that came with Spamlight, out of date since 19 November. It still flags what it lists. Everything else counts as not checked.',
      'Spamlight 自带的名单，自11月19日起已过时。它仍会标记其中列出的内容，其他链接视为未检查。',
    ],
    [
      'from a file that is there no more',
      { url: null, origin: 'list', activity: never, kind: 'none', publishedAt: 0 },
      'What was read from the file is no longer on this computer, and Spamlight no longer reads lists from files. Remove this list.',
      '从文件读取的内容已不在这台电脑上，Spamlight 也不再从文件读取名单。请移除此名单。',
    ],
    [
      'from a file',
      { url: null, origin: 'list', activity: never, kind: 'stale' },
      'Read from a file today, 13:05. Spamlight no longer reads lists from files, so this one cannot be updated. It is out of date from 4 December.',
      '读取自文件：今天 13:05。Spamlight 不再从文件读取名单，因此无法更新此名单。它自12月4日起过时。',
    ],
    [
      'from a file, after its end',
      { url: null, origin: 'list', activity: never, kind: 'expired', endsAt: NOW - 86_400 },
      'Read from a file today, 13:05. Spamlight no longer reads lists from files, so this one cannot be updated. It is out of date since 19 November, and still flags what it lists.',
      '读取自文件：今天 13:05。Spamlight 不再从文件读取名单，因此无法更新此名单。它自11月19日起已过时，但仍会标记其中列出的内容。',
    ],
    [
      'a try that is due',
      { kind: 'stale', activity: { kind: 'idle', nextAt: NOW - 3600 } },
      'Last updated today, 13:05. It still flags links. Next try: 14:00.',
      '上次更新：今天 13:05。它仍会标记链接。下次尝试：14:00。',
    ],
  ])('the state of a list in one line: %s', (_, change, inEnglish, inChinese) => {
    expect(listLine(aChannel(change), contextIn('en'))).toBe(inEnglish);
    expect(listLine(aChannel(change), contextIn('zh_CN'))).toBe(inChinese);
  });
});

describe('what an update is doing', () => {
  test.each([
    [{ ...updating }, 'Looking for a newer list…'],
    [
      { ...updating, step: 'download', receivedBytes: 2_100_000, totalBytes: 3_940_000 },
      'Downloading: 2.1 MB of 3.9 MB',
    ],
    [{ ...updating, step: 'download', receivedBytes: 2_100_000 }, 'Downloading: 2.1 MB'],
    [{ ...updating, step: 'apply' }, 'Checking the download and applying the changes…'],
    [{ ...updating, step: 'build' }, 'Preparing the list for this computer…'],
  ] as const)('what an update is doing: %o', (activity, expected) => {
    expect(progressLine(activity, contextIn())).toBe(expected);
  });
});

describe('why an update brought nothing', () => {
  const failed = (
    kind: (typeof UPDATE_FAILURES)[number],
    change: Partial<ChannelStatus> = {},
  ): ChannelStatus => aChannel({ ...change, lastFailure: { kind, at: NOW - 720, detail: '404', times: 3 } });

  test('why an update brought nothing says what happened, what it means and what to do', () => {
    const sentences = failureSentences(
      failed('http-status', { kind: 'stale', publishedAt: NOW - 2 * DAY }),
      contextIn(),
    );
    expect(written(sentences?.happened)).toBe(
      'lists.example did not send the list. Its server answered “404”. (12 minutes ago, 3 times in a row)',
    );
    expect(written(sentences?.means)).toBe('The list stays in use and still flags links. Nothing is lost.');
    expect(written(sentences?.todo)).toBe(
      'There is nothing to do now. If this goes on for days, tell the publisher of this channel. Next try: 14:05.',
    );
  });

  test.each(['http-status', 'unreachable', 'redirected'] as const)(
    'why an update brought nothing offers another list where one has not come for more than three days: %s',
    (kind) => {
      const change = { kind: 'stale', publishedAt: NOW - 17 * DAY } as const;
      expect(written(failureSentences(failed(kind, change), contextIn())?.todo)).toBe(
        'This list has not been updated since 3 November. Add another list, or ask its publisher. Next try: 14:05.',
      );
    },
  );

  test('why an update brought nothing says nothing of a channel that did not fail', () => {
    expect(failureSentences(aChannel(), contextIn())).toBeNull();
  });

  test.each(UPDATE_FAILURES)(
    'why an update brought nothing has words for %s in both languages, and never the bare name',
    (kind) => {
      const english = failureSentences(failed(kind, { kind: 'none' }), contextIn('en'));
      const chinese = failureSentences(failed(kind, { kind: 'none' }), contextIn('zh_CN'));
      for (const part of ['happened', 'means', 'todo'] as const) {
        expect(written(english?.[part]).length).toBeGreaterThan(10);
        expect(written(chinese?.[part])).toMatch(/[\u4e00-\u9fff]{4}/);
        expect(written(english?.[part])).not.toContain(kind.includes('-') ? kind : '\0');
      }
    },
  );

  test('why an update brought nothing writes limits as sizes and numbers', () => {
    const happened = (kind: 'too-large' | 'too-many-entries', detail: string): string =>
      written(
        failureSentences(aChannel({ lastFailure: { kind, at: NOW, detail, times: 1 } }), contextIn())
          ?.happened,
      );
    expect(happened('too-large', '67108864')).toContain('(67.1 MB)');
    expect(happened('too-many-entries', '2000000')).toContain('more than 2,000,000 entries');
  });

  test('why an update brought nothing shows host and detail as text from outside', () => {
    const sentences = failureSentences(
      aChannel({
        lastFailure: { kind: 'flags-known-site', at: NOW, detail: 'mail\u202e.example', times: 1 },
      }),
      contextIn(),
    );
    expect(written(sentences?.happened)).toContain('mail\\u{202e}.example');
  });
});
