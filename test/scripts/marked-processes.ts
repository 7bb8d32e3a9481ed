import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, vi } from 'vitest';
import { endAll, processesOf, RUN_MARK } from '../../scripts/setup/processes.mjs';

/** Marks all processes that the test starts from here on; whatever is left of them at its end goes. */
export function markProcesses(): string {
  const mark = randomUUID();
  vi.stubEnv(RUN_MARK, mark);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await endAll(mark, 0);
  });
  return mark;
}

export function commandsOf(mark: string): readonly string[] {
  const running = processesOf(mark);
  if (running === null) throw new Error('this system does not tell which processes run');
  return running.map(({ command }) => command);
}

/** Waits until one of the processes is this. */
export async function untilRuns(mark: string, command: string): Promise<void> {
  await vi.waitFor(() => expect(commandsOf(mark)).toContain(command), { timeout: 20_000, interval: 20 });
}

export async function untilNoneRuns(mark: string): Promise<void> {
  await vi.waitFor(() => expect(commandsOf(mark)).toEqual([]), { timeout: 20_000, interval: 20 });
}
