import { rootElement } from './unclobbered.ts';

/**
 * Calls back after the browser has laid the page out for its next frame. Reading boxes there costs nothing; anywhere
 * else it makes the browser lay out at once, which on a busy page takes longer than all we do.
 *
 * In a tab that nobody sees there is no next frame, and so no call, until there is.
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
