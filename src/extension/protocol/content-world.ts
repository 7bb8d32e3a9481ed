declare global {
  /**
   * Set by the content script in its isolated world: renews the document's watcher, and tells whether the watcher still
   * works.
   */
  var spamlightWatches: (() => boolean) | undefined;
}

export type {};
