import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { BuildReport } from './build-report.ts';
import type { PastEntries } from './report-charts.ts';
import { reportPage } from './report-page.ts';

export function reportFiles(
  report: BuildReport,
  past: readonly PastEntries[],
): ReadonlyMap<string, string | Uint8Array> {
  const files = new Map<string, string | Uint8Array>();
  const contents = [
    [`${report.serial}.html`, reportPage(report, past)],
    [`${report.serial}.json`, `${JSON.stringify(report, null, 1)}\n`],
  ] as const;
  for (const [name, text] of contents) {
    files.set(name, text);
    files.set(`${name}.gz`, gzipSync(text));
    // The highest quality takes seconds for a megabyte and saves a few per cent.
    files.set(`${name}.br`, brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }));
  }
  return files;
}
