interface Ordered {
  count(): Promise<number>;
  iterate(): AsyncIterable<{ delete(): Promise<void> }>;
}

/** Leaves at most `most` records of an index, and deletes those that it holds first. */
export async function deleteOldest(index: Ordered, most: number): Promise<void> {
  let over = (await index.count()) - most;
  if (over <= 0) return;
  for await (const cursor of index.iterate()) {
    await cursor.delete();
    over -= 1;
    if (over === 0) return;
  }
}
