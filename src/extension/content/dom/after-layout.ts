import { rootElement } from './unclobbered.ts';

/**
 * Calls back after the layout of the next animation frame. Reading boxes there is free; anywhere else it forces a
 * synchronous layout, which on a busy page takes longer than all our work. A hidden tab has no animation frames, so the
 * call waits until it is shown.
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
