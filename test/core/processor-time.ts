/** How long `work` kept the processor busy, which neighbours on it do not change much. Milliseconds. */
export function processorMs(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
