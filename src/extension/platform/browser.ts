/** The only import of the polyfill. It throws outside an extension, so tests mock this module. */
import browser from 'webextension-polyfill';

export { browser };
export type { Menus, Runtime, Tabs } from 'webextension-polyfill';
