declare global {
  /** In the isolated world: whether the document has its watcher. */
  var spamlightWatches: (() => boolean) | undefined;
}

export type {};
