import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FIRST_LIST_MS, FirstList } from '../../../../src/extension/background/links/first-list.ts';

let hasList = false;
const waited: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  hasList = false;
  waited.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

function aRun(): { readonly run: Promise<void>; readonly end: () => void } {
  let end: () => void = () => undefined;
  const run = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { run, end };
}

const firstList = (): FirstList =>
  new FirstList({ hasList: () => Promise.resolve(hasList), clock: () => performance.now() });

/** Asks, and notes when it is answered. */
function ask(list: FirstList, name: string): void {
  void list.untilAvailable().then(() => waited.push(name));
}
const turns = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

test('a question does not wait while no list is being downloaded', async () => {
  ask(firstList(), 'asked');
  await turns();
  expect(waited).toEqual(['asked']);
});

test('a question does not wait if there is a list', async () => {
  const list = firstList();
  list.trackUpdate(aRun().run);
  hasList = true;
  ask(list, 'asked');
  await turns();
  expect(waited).toEqual(['asked']);
});

test('a question before the first list is answered when the list has come', async () => {
  const list = firstList();
  list.trackUpdate(aRun().run);
  ask(list, 'first');
  await vi.advanceTimersByTimeAsync(1_000);
  ask(list, 'second');
  await turns();
  expect(waited).toEqual([]);
  // The packaged one has come, which clears nothing.
  list.onAvailable();
  await turns();
  expect(waited).toEqual([]);
  hasList = true;
  list.onAvailable();
  await turns();
  expect(waited).toEqual(['first', 'second']);
});

test('a question before the first list is answered at once when the update ends without one', async () => {
  const list = firstList();
  const [one, other] = [aRun(), aRun()];
  list.trackUpdate(one.run);
  list.trackUpdate(other.run);
  ask(list, 'asked');
  one.end();
  await turns();
  expect(waited).toEqual([]);
  other.end();
  await turns();
  expect(waited).toEqual(['asked']);
});

test('a question waits at most until eight seconds after the update began, whenever it is asked', async () => {
  const list = firstList();
  list.trackUpdate(aRun().run);
  ask(list, 'first');
  await vi.advanceTimersByTimeAsync(FIRST_LIST_MS - 1);
  ask(list, 'second');
  await turns();
  expect(waited).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(waited).toEqual(['first', 'second']);
  ask(list, 'third');
  await turns();
  expect(waited).toEqual(['first', 'second', 'third']);
});
