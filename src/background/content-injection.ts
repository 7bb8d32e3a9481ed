import { browser } from '../platform/browser.ts';

/** The match patterns of the webmails, as this build's manifest has them. */
export function webmailPatterns(): readonly string[] {
  return contentScripts().flatMap(({ matches }) => matches);
}

interface ContentScript {
  readonly matches: readonly string[];
  readonly js: readonly string[];
  readonly css: readonly string[];
}

/** The manifest names the script a second time, for documents that are written anew: in an open tab once is enough. */
function contentScripts(): readonly ContentScript[] {
  const { content_scripts: scripts = [] } = browser.runtime.getManifest();
  return scripts
    .filter(({ run_at: runAt }) => runAt === 'document_start')
    .map(({ matches, js = [], css = [] }) => ({ matches, js, css }));
}

/**
 * Starts the content script in webmail tabs that were open before the extension was: browsers do that only
 * for pages that load from now on. A frame that has it already notices that by itself.
 *
 * @param addedPatterns - match patterns of the webmails that the reader added
 */
export async function injectIntoOpenTabs(addedPatterns: readonly string[]): Promise<void> {
  for (const { matches, js, css } of contentScripts()) {
    const tabs = await browser.tabs.query({ url: [...matches, ...addedPatterns] });
    await Promise.allSettled(
      tabs.flatMap(({ id: tabId, discarded }) => {
        // A discarded tab loads anew when it is opened, and gets the script then.
        if (tabId === undefined || discarded === true) return [];
        const target = { tabId, allFrames: true };
        const styles = css.length === 0 ? [] : [browser.scripting.insertCSS({ target, files: [...css] })];
        return [
          ...styles,
          browser.scripting.executeScript({ target, files: [...js], injectImmediately: true }),
        ];
      }),
    );
  }
}
