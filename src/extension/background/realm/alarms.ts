import { browser } from '../../platform/browser.ts';

/** An update is due. */
export const UPDATE_ALARM = 'update';

/** A rule expires: links that it let pass are flagged again. */
export const RULE_ALARM = 'rule-end';

/** Retry after storage or policy could not be read; wakes a realm that was stopped meanwhile. */
export const STORAGE_ALARM = 'storage';

/** Delay in minutes: the shortest that Chromium accepts. */
const STORAGE_ALARM_MINUTES = 0.5;

/** A safety net beside the exact alarm: if the realm dies during an update, it is woken again. */
const ALARM_PERIOD_MINUTES = 60;

/** @param when - Unix time, seconds */
export async function wakeForUpdate(when: number): Promise<void> {
  await browser.alarms.create(UPDATE_ALARM, { when: when * 1000, periodInMinutes: ALARM_PERIOD_MINUTES });
}

/** @param when - Unix time, seconds; `Infinity` if no rule runs out */
export async function wakeAtRuleEnd(when: number): Promise<void> {
  if (Number.isFinite(when)) await browser.alarms.create(RULE_ALARM, { when: when * 1000 });
}

/** So that frames that were told *not checked* hear when checking works again; no other event may come. */
export async function awaitStorage(): Promise<void> {
  // Repeated calls must not postpone it.
  if ((await browser.alarms.get(STORAGE_ALARM)) !== undefined) return;
  await browser.alarms.create(STORAGE_ALARM, { delayInMinutes: STORAGE_ALARM_MINUTES });
}
