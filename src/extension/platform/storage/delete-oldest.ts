interface Ordered {
  count(): Promise<number>;
  iterate(): AsyncIterable<{ delete(): Promise<void> }>;
}

export async function deleteOldest(index: Ordered, most: number): Promise<void> {
  let over = (await index.count()) - most;
  if (over <= 0) return;
  for await (const cursor of index.iterate()) {
    await cursor.delete();
    over -= 1;
    if (over === 0) return;
  }
}
