import { rootElement } from './unclobbered.ts';

/**
 * Calls back after the next layout, when boxes are free to read: at other times, reading forces a layout, which can
 * take longer than all our work. Waits while the tab is hidden.
 */
export function afterLayout(callback: () => void): void {
  const root = rootElement();
  if (root === null) return;
  const observer = new IntersectionObserver(() => {
    observer.disconnect();
    callback();
  });
  observer.observe(root);
}
