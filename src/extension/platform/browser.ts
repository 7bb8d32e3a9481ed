/**
 * The one module that imports the browser's extension API. The polyfill throws when it is imported outside
 * an extension, so tests replace this module: `vi.mock('…/src/extension/platform/browser.ts', …)`.
 */
import browser from 'webextension-polyfill';

export { browser };
export type { Menus, Runtime, Tabs } from 'webextension-polyfill';
