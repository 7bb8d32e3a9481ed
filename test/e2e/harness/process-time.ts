import { readFileSync } from 'node:fs';

/**
 * Processor time that the main thread of a process has used. Milliseconds. What else runs on the machine does not
 * count. Linux only.
 */
export function mainThreadMs(processId: number): number {
  const [nanoseconds = '0'] = readFileSync(`/proc/${processId}/task/${processId}/schedstat`, 'utf8').split(
    ' ',
  );
  return Number(nanoseconds) / 1e6;
}

/** Memory that belongs to the process alone. Bytes. Linux only. */
export function privateBytes(processId: number): number {
  const text = readFileSync(`/proc/${processId}/smaps_rollup`, 'utf8');
  const lines = text.matchAll(/^Private_(?:Clean|Dirty): +(\d+) kB$/gm);
  return [...lines].reduce((sum, [, kilobytes]) => sum + Number(kilobytes) * 1024, 0);
}
