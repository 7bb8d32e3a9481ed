/** Says on standard error what is being done, and since when: results alone are on standard output. */
export function progress(what: string): void {
  process.stderr.write(`  [${(performance.now() / 1000).toFixed(0).padStart(4)} s] ${what}\n`);
}
