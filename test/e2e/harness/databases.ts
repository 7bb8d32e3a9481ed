import { script } from './page-script.ts';

/** What a page of the extension has stored, for scripts that are given it. */
export const DATABASES = script(() => {
  const asPromise = <Value>(request: IDBRequest<Value>): Promise<Value> =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('no reason')));
    });
  const opened = async <Value>(
    name: string,
    work: (db: IDBDatabase) => Value | Promise<Value>,
  ): Promise<Value> => {
    const db = await asPromise(indexedDB.open(name));
    try {
      return await work(db);
    } finally {
      db.close();
    }
  };
  const allOf = (db: IDBDatabase, store: string): Promise<unknown[]> =>
    asPromise<unknown[]>(db.transaction(store).objectStore(store).getAll());
  const records = (name: string, store: string): Promise<unknown[]> =>
    opened(name, (db) => (db.objectStoreNames.contains(store) ? allOf(db, store) : []));
  const textOf = async (value: unknown): Promise<string> => {
    if (value instanceof Blob) return textOf(new Uint8Array(await value.arrayBuffer()));
    if (ArrayBuffer.isView(value)) return new TextDecoder('latin1').decode(value);
    if (typeof value !== 'object' || value === null) return String(value);
    const fields = Object.entries(value).map(async ([key, inner]) => `${key}: ${await textOf(inner)}`);
    return (await Promise.all(fields)).join(', ');
  };
  const everything = async (): Promise<string[]> => {
    const texts: string[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      await opened(name, async (db) => {
        for (const store of db.objectStoreNames)
          for (const record of await allOf(db, store)) texts.push(`${name} ${store} ${await textOf(record)}`);
      });
    }
    return texts;
  };
  return { asPromise, opened, records, textOf, everything };
});
