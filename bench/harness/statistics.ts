/** Returns the quantile for `share` (0 to 1) by nearest rank; NaN without samples. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** Returns the middle value, or the mean of the two middle values. */
export function median(samples: readonly number[]): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
}

/** Returns the duration of `work` in milliseconds, and its result. */
export async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const start = performance.now();
  const value = await work();
  return { ms: performance.now() - start, value };
}

const warmUps = 5;

/** Measures `count` sequential calls after a few warm-up calls. A call that returns a number replaces the measured time by it. */
export async function sampled(
  call: () => Promise<unknown>,
  count: number,
): Promise<{ firstMs: number; samples: readonly number[] }> {
  const times: number[] = [];
  while (times.length < warmUps + count) {
    const { ms, value } = await timed(call);
    times.push(typeof value === "number" ? value : ms);
  }
  return { firstMs: times[0] ?? 0, samples: times.slice(warmUps) };
}
