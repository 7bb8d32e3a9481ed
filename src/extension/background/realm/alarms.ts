import { browser } from '../../platform/browser.ts';

export const UPDATE_ALARM = 'update';

/** When a rule expires, its links are judged again. */
export const RULE_ALARM = 'rule-end';

export const STORAGE_ALARM = 'storage';

/** Chromium's minimum. */
const STORAGE_ALARM_MINUTES = 0.5;

/** The alarm repeats, in case the background is stopped during an update. */
const ALARM_PERIOD_MINUTES = 60;

/** @param when - Unix seconds */
export async function wakeForUpdate(when: number): Promise<void> {
  await browser.alarms.create(UPDATE_ALARM, { when: when * 1000, periodInMinutes: ALARM_PERIOD_MINUTES });
}

/** @param when - Unix seconds, or `Infinity` */
export async function wakeAtRuleEnd(when: number): Promise<void> {
  if (Number.isFinite(when)) await browser.alarms.create(RULE_ALARM, { when: when * 1000 });
}

/** Rechecks links that got *not checked* because storage failed: perhaps nothing else triggers a recheck. */
export async function scheduleStorageRetry(): Promise<void> {
  // Repeated calls must not postpone the alarm.
  if ((await browser.alarms.get(STORAGE_ALARM)) !== undefined) return;
  await browser.alarms.create(STORAGE_ALARM, { delayInMinutes: STORAGE_ALARM_MINUTES });
}
