/**
 * Calls `work` for each item, up to `concurrency` at the same time. After an error, no further items are started.
 *
 * @throws the first error, after all started calls have ended.
 */
export async function forEachConcurrently<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  concurrency: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  const errors: unknown[] = [];
  const worker = async () => {
    try {
      while (errors.length === 0) {
        const next = await iterator.next();
        if (next.done === true) return;
        await work(next.value);
      }
    } catch (error) {
      errors.push(error);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  await iterator.return?.();
  if (errors.length > 0) throw errors[0];
}
