declare global {
  /** In the isolated world: renews the watcher of the document, and tells whether it still works. */
  var spamlightWatches: (() => boolean) | undefined;
}

export type {};
