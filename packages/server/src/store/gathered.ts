interface Waiting<Key, Value> {
  readonly key: Key;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Batches queries of concurrent callers into one statement: callers that arrive while one is running form the next
 * batch. No caller gets a result older than its call.
 *
 * @param answer Returns the values of these keys in order.
 */
export function createGathered<Key, Value>(
  answer: (keys: readonly Key[]) => Promise<readonly Value[]>,
): (key: Key) => Promise<Value> {
  let waiting: Waiting<Key, Value>[] = [];
  let busy = false;
  const work = async (): Promise<void> => {
    busy = true;
    while (waiting.length > 0) {
      const asked = waiting;
      waiting = [];
      try {
        const values = await answer(asked.map(({ key }) => key));
        for (const [index, { resolve }] of asked.entries()) resolve(values[index] as Value);
      } catch (error) {
        for (const { reject } of asked) reject(error);
      }
    }
    busy = false;
  };
  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (!busy) void work();
    });
}
