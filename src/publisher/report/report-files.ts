import type { BuildReport } from './build-report.ts';

/** The files of a report in `report/`, by name. */
export function reportFiles(report: BuildReport): ReadonlyMap<string, string> {
  return new Map([[`${report.serial}.json`, `${JSON.stringify(report, null, 1)}\n`]]);
}
