import { browser } from '../../platform/browser.ts';

/** Lists are due. */
export const UPDATE_ALARM = 'update';

/** A rule runs out: links that it let pass are flagged again. */
export const RULE_ALARM = 'rule-end';

/** The storage, or the policy, could not be read, and is tried again; a realm that is stopped meanwhile is woken for it. */
export const STORAGE_ALARM = 'storage';

/** How soon, in minutes: the shortest that Chromium takes. */
const STORAGE_ALARM_MINUTES = 0.5;

/** A safety net under the exact time: if the realm dies in an update, it is woken again. */
const ALARM_PERIOD_MINUTES = 60;

/** @param when - Unix time, seconds */
export async function wakeForUpdate(when: number): Promise<void> {
  await browser.alarms.create(UPDATE_ALARM, { when: when * 1000, periodInMinutes: ALARM_PERIOD_MINUTES });
}

/** @param when - Unix time, seconds; `Infinity` if no rule runs out */
export async function wakeAtRuleEnd(when: number): Promise<void> {
  if (Number.isFinite(when)) await browser.alarms.create(RULE_ALARM, { when: when * 1000 });
}

/** Frames that were told *not checked* hear of it when it can be checked; nothing else may come that tells them. */
export async function awaitStorage(): Promise<void> {
  // Whoever asks again and again must not put it off.
  if ((await browser.alarms.get(STORAGE_ALARM)) !== undefined) return;
  await browser.alarms.create(STORAGE_ALARM, { delayInMinutes: STORAGE_ALARM_MINUTES });
}
