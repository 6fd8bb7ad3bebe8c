/** Part of a copy that is compared and written at a time. */
const chunkBytes = 64 * 1024;
/** Smaller than the memory of a WebAssembly instance of PostgreSQL (128 MB), larger than any other array. */
const minHeapBytes = 64 * 1024 * 1024;

/**
 * Makes copies of PostgreSQL's WebAssembly memory take only as much memory as their content. When PGlite creates a cluster, it copies this memory of
 * 128 MB and restores it before each step. Nearly all of it is zero and was never used, so plain copies make the operating system provide it twice.
 *
 * Changes methods of `Uint8Array`, so it is only for a process that creates a cluster.
 */
export function copyHeapsSparsely(): void {
  // oxlint-disable-next-line typescript/unbound-method -- both are called with their array
  const { slice, set } = Uint8Array.prototype;
  Object.assign(Uint8Array.prototype, {
    slice(this: Uint8Array, ...range: Parameters<typeof slice>) {
      if (this.length < minHeapBytes || range.length > 0) return slice.apply(this, range);
      const copy = new Uint8Array(this.length);
      writeDifferences(this, copy);
      return copy;
    },
    set(this: Uint8Array, ...[source, offset]: Parameters<typeof set>) {
      if (
        source instanceof Uint8Array &&
        source.length >= minHeapBytes &&
        source.length <= this.length &&
        offset === undefined
      )
        writeDifferences(source, this);
      else set.call(this, source, offset);
    },
  });
}

/** Unused memory is only read, which does not make the operating system provide it. */
function writeDifferences(from: Uint8Array, to: Uint8Array): void {
  for (let start = 0; start < from.length; start += chunkBytes) {
    const chunk = from.subarray(start, start + chunkBytes);
    const target = to.subarray(start, start + chunkBytes);
    if (Buffer.compare(chunk, target) !== 0) target.set(chunk);
  }
}
