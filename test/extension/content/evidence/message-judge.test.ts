// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FoundLink, Look } from '../../../../src/extension/content/links/found-link.ts';
import type { MessageVerdict } from '../../../../src/core/verdict/verdict.ts';
import type { SendMessageFacts } from '../../../../src/extension/protocol/evidence-messages.ts';

vi.stubGlobal('SVGAElement', class extends SVGElement {});
const { MessageJudge } = await import('../../../../src/extension/content/evidence/message-judge.ts');

const verdictAt = (revision: number): MessageVerdict => ({
  revision,
  kind: 'flagged',
  asks: false,
  reasons: [],
  linkIndices: [],
});

class Unreachable extends Error {}

function setting(send: (request: SendMessageFacts) => Promise<{ verdict: MessageVerdict | null }>) {
  const body = document.createElement('div');
  body.textContent = 'a letter';
  document.body.append(body);
  const message = { body, isFramed: false, key: 'm' };
  const link: FoundLink = {
    element: document.createElement('a'),
    href: 'https://a.example/',
    message,
    isSender: false,
  };
  const look: Look = { messages: [message], links: [link] };
  const onVerdict = vi.fn();
  let isAnswered = true;
  let isAskedAbout = true;
  const judge = new MessageJudge({
    send,
    isUnreachable: (error) => error instanceof Unreachable,
    headOf: () => null,
    sentLink: () => (isAnswered && isAskedAbout ? { number: 0, text: '' } : undefined),
    isAwaited: () => !isAnswered,
    onVerdict,
    signal: new AbortController().signal,
  });
  return {
    body,
    message,
    look,
    judge,
    onVerdict,
    answer: (is: boolean) => void (isAnswered = is),
    leaveOut: () => void (isAskedAbout = false),
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

describe('MessageJudge', () => {
  test('MessageJudge of two views of one message one is told, and that once', async () => {
    const texts: (string | undefined)[] = [];
    const { message, look, judge, onVerdict } = setting(({ revision, facts }) => {
      texts.push(facts.body?.text);
      return Promise.resolve({ verdict: verdictAt(revision) });
    });
    const copy = document.createElement('div');
    copy.textContent = 'the same letter, with less of it';
    document.body.append(copy);
    const both = { ...look, messages: [message, { ...message, body: copy }] };
    // As a frame does it: what is said of a message is drawn, and so it is looked at again.
    onVerdict.mockImplementation(() => judge.judgeSoon(both));
    judge.judgeSoon(both);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(texts).toEqual(['a letter']);
  });

  test('MessageJudge tells of a message also where a link of it was not asked about, as there were too many', async () => {
    const told: (number | undefined)[] = [];
    const { look, judge, leaveOut } = setting(({ revision, facts }) => {
      told.push(facts.body?.links.length);
      return Promise.resolve({ verdict: verdictAt(revision) });
    });
    leaveOut();
    judge.judgeSoon(look);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(told).toEqual([0]);
  });

  test('MessageJudge tells of a message once, after its links, and again when it changes', async () => {
    const told: number[] = [];
    const { body, look, judge, message, answer } = setting(({ revision }) => {
      told.push(revision);
      return Promise.resolve({ verdict: verdictAt(revision) });
    });
    answer(false);
    judge.judgeSoon(look);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(told).toEqual([]);
    answer(true);
    judge.judgeSoon(look);
    await vi.advanceTimersByTimeAsync(100);
    judge.judgeSoon(look);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(told).toEqual([1]);
    expect(judge.verdictOf(message)?.revision).toBe(1);
    body.append(' that goes on');
    judge.judgeSoon(look);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(told).toEqual([1, 2]);
  });

  test('MessageJudge tells of a message without links too, and of links that come after it at once', async () => {
    const told: (number | undefined)[] = [];
    const { look, judge } = setting(({ revision, facts }) => {
      told.push(facts.body?.links.length);
      return Promise.resolve({ verdict: verdictAt(revision) });
    });
    judge.judgeSoon({ ...look, links: [] });
    await vi.advanceTimersByTimeAsync(100);
    expect(told).toEqual([0]);
    judge.judgeSoon(look);
    await vi.advanceTimersByTimeAsync(100);
    expect(told).toEqual([0, 1]);
    judge.judgeSoon({ ...look, links: [] });
    await vi.advanceTimersByTimeAsync(100);
    expect(told).toEqual([0, 1]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(told).toEqual([0, 1, 0]);
  });

  test('MessageJudge tells the address of the page, which may name the folder of sent mail', async () => {
    const pages: (readonly string[] | undefined)[] = [];
    const { look, judge } = setting((request) => {
      pages.push(request.pages);
      return Promise.resolve({ verdict: verdictAt(request.revision) });
    });
    judge.judgeSoon(look);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(pages).toEqual([[location.href]]);
  });

  test('MessageJudge tells nothing of a page that is no message, without a link on it', async () => {
    const send = vi.fn(({ revision }: SendMessageFacts) => Promise.resolve({ verdict: verdictAt(revision) }));
    const { look, message, judge } = setting(send);
    judge.judgeSoon({ messages: [{ ...message, isPage: true }], links: [] });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(send).not.toHaveBeenCalled();
    judge.judgeSoon(look);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(send).toHaveBeenCalledTimes(1);
  });

  test('MessageJudge tells of one that changes without end no more than every two seconds', async () => {
    let count = 0;
    const { body, look, judge } = setting(({ revision }) => {
      count += 1;
      return Promise.resolve({ verdict: verdictAt(revision) });
    });
    for (let turn = 0; turn < 100; turn++) {
      body.append(`word ${turn} `);
      judge.judgeSoon(look);
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(count).toBeLessThanOrEqual(6);
    expect(count).toBeGreaterThan(1);
  });

  test('MessageJudge drops an answer to older facts', async () => {
    const answers: ((answer: { verdict: MessageVerdict }) => void)[] = [];
    const { body, look, judge, message } = setting(() => new Promise((resolve) => answers.push(resolve)));
    judge.judgeSoon(look);
    await vi.advanceTimersByTimeAsync(100);
    body.append(' that goes on');
    await vi.advanceTimersByTimeAsync(3_000);
    judge.judgeSoon(look);
    await vi.advanceTimersByTimeAsync(3_000);
    answers[0]?.({ verdict: verdictAt(1) });
    await vi.advanceTimersByTimeAsync(0);
    expect(judge.verdictOf(message)).toBeNull();
    answers[1]?.({ verdict: verdictAt(2) });
    await vi.advanceTimersByTimeAsync(0);
    expect(judge.verdictOf(message)?.revision).toBe(2);
  });

  test('MessageJudge asks no more once the reader went on, whatever comes of the message later', async () => {
    const { body, look, judge, message, onVerdict } = setting(({ revision }) =>
      Promise.resolve({ verdict: { ...verdictAt(revision), asks: true } }),
    );
    judge.judgeSoon(look);
    await vi.advanceTimersByTimeAsync(100);
    expect(judge.verdictOf(message)).toMatchObject({ revision: 1, asks: true });
    judge.agree(message);
    expect(judge.verdictOf(message)).toMatchObject({ revision: 1, asks: false });
    body.append(' that goes on');
    judge.judgeSoon(look);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(judge.verdictOf(message)).toMatchObject({ revision: 2, kind: 'flagged', asks: false });
    expect(onVerdict).toHaveBeenCalledTimes(2);

    const next = { ...message, key: 'next' };
    judge.judgeSoon({ messages: [next], links: look.links.map((link) => ({ ...link, message: next })) });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(judge.verdictOf(next)).toMatchObject({ asks: true });
  });

  test('MessageJudge lets a click wait for a verdict that is on its way, 150 ms at most', async () => {
    const { look, judge, message } = setting(() => new Promise(() => undefined));
    expect(judge.isPending(message)).toBe(false);
    judge.judgeSoon(look);
    await vi.advanceTimersByTimeAsync(100);
    expect(judge.isPending(message)).toBe(true);
    const settled = vi.fn();
    void judge.settled(message).then(settled);
    await vi.advanceTimersByTimeAsync(149);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(settled).toHaveBeenCalled();
  });

  test('MessageJudge says nothing of a message while nobody answers, and tells again at a recheck', async () => {
    let count = 0;
    const { look, judge, message } = setting(() => {
      count += 1;
      return Promise.reject(new Unreachable());
    });
    judge.judgeSoon(look);
    await vi.advanceTimersByTimeAsync(100);
    expect(judge.verdictOf(message)).toBeNull();
    judge.recheck();
    judge.judgeSoon(look);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(count).toBe(2);
  });
});
