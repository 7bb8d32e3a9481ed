declare global {
  /** In the extension's own world of a document, which no page can see: whether it has its watcher. */
  var spamlightWatches: (() => boolean) | undefined;
}

export type {};
