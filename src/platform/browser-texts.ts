import { browser } from './browser.ts';
import type { MessageKey } from './texts.ts';

/**
 * The texts in the browser's own language. For content scripts, which cannot read the extension's files; our own
 * pages have `Texts`.
 */
export function browserText(key: MessageKey, ...values: readonly string[]): string {
  return browser.i18n.getMessage(key, [...values]);
}

/** The language of those texts, BCP 47. */
export function browserLanguage(): string {
  return browserText('language_tag');
}

/** False once the extension was updated or removed while this page stayed open: its scripts are left over. */
export function isExtensionAlive(): boolean {
  try {
    // The polyfill's types promise an id, and browsers take it away.
    return typeof browser.runtime.id === 'string';
  } catch {
    // Firefox: dead object.
    return false;
  }
}
