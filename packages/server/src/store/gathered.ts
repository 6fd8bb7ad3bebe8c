interface Waiting<Key, Value> {
  readonly key: Key;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Asks the database for what many ask at the same time in one statement: while one is under way, those who come wait and are the next.
 * Nobody gets an answer to a question that was asked before theirs, so what was committed before is seen.
 *
 * @param answer The values of these keys, in their order.
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
