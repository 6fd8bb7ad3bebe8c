/** Returns a function that reads again after some time, and after an error. Several monitoring systems may ask at the same time. */
export function cached<Value>(forMs: number, read: () => Promise<Value>): () => Promise<Value> {
  let last: { readonly at: number; readonly value: Promise<Value> } | null = null;
  return () => {
    const now = performance.now();
    if (last === null || now - last.at > forMs) {
      const value = read();
      last = { at: now, value };
      value.catch(() => {
        last = null;
      });
    }
    return last.value;
  };
}
