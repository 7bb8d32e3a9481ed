import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RecoveryLog, STEADY_MS } from '../../../src/server/service/processes/recovery-log.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function aLog() {
  const lines: string[] = [];
  const log = new RecoveryLog(
    (process, message) => void lines.push(`${process}: ${message}`),
    (process) => void lines.push(`${process} is well`),
  );
  return { lines, log };
}

test('trouble of a service process is told at once, and that it is over when it has been for a while', () => {
  const { lines, log } = aLog();
  log.say(1, 'damaged');
  expect(lines).toEqual(['1: damaged']);
  log.say(1, '');
  vi.advanceTimersByTime(STEADY_MS - 1);
  expect(lines).toEqual(['1: damaged']);
  vi.advanceTimersByTime(1);
  expect(lines).toEqual(['1: damaged', '1 is well']);
});

test('trouble that comes and goes four times a second is one line of the log, however long it does', () => {
  const { lines, log } = aLog();
  for (let n = 0; n < 400; n++) {
    log.say(1, n % 2 === 0 ? 'damaged' : '');
    vi.advanceTimersByTime(250);
  }
  expect(lines).toEqual(['1: damaged']);
  vi.advanceTimersByTime(STEADY_MS);
  expect(lines).toEqual(['1: damaged', '1 is well']);
  log.say(1, 'damaged');
  expect(lines).toHaveLength(3);
});

test('another cause of trouble and another process are log lines of their own', () => {
  const { lines, log } = aLog();
  log.say(1, 'damaged');
  log.say(1, 'locked');
  log.say(2, 'locked');
  log.say(2, '');
  vi.advanceTimersByTime(STEADY_MS);
  expect(lines).toEqual(['1: damaged', '1: locked', '2: locked', '2 is well']);
});

test('a process that had no trouble is told of in no log line', () => {
  const { lines, log } = aLog();
  log.say(1, '');
  vi.advanceTimersByTime(STEADY_MS);
  expect(lines).toEqual([]);
});
