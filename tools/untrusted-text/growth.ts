/** Lengths in characters. Shorter texts are measured first, so that a very slow function is found before it takes minutes. */
const lengths = [6_250, 25_000, 100_000];

/** If the shortest text takes less, even quadratic work takes only about a second for the longest text. */
const quickMs = 4;

/** Shorter measurements are not compared. Quadratic work takes longer for 100,000 characters. */
const noiseMs = 40;

/**
 * Shorter texts are read more often, so that quadratic work takes equally long for all parts. Some systems only measure processor time in steps of 4
 * ms.
 */
const parts = [
  { share: 1 / 4, times: 16 },
  { share: 1 / 2, times: 4 },
  { share: 1, times: 1 },
] as const;

/** Limit for the growth when the text doubles. Linear work takes 2 times as long and quadratic work 4 times. */
const steep = 3;

const clearlyLinear = 6;

/**
 * Limit for the growth when the text becomes 16 times as long, below which no further measurement is needed. Work `f + l * n + q * n ** 2` that
 * exceeds `steep` twice grows at least 29 times as long, for any `f` and `l`; linear work 16 times.
 */
const clearlyLinear16 = 24;

const repeats = 4;

export interface Growth {
  readonly length: number;
  /** Processor time for a quarter of the text, for half of it and for all of it. */
  readonly ms: readonly number[];
}

type Work = (text: string) => unknown;

/**
 * Returns the measurements if the work grew much faster than the text, otherwise `null`. Only the processor time of this thread counts, so that other
 * programs have no influence, and the best of several measurements is used.
 */
export async function steepGrowth(work: Work, textOf: (length: number) => string): Promise<Growth | null> {
  let expected = 0;
  for (const length of lengths) {
    // If the shortest text was quick, the middle length is skipped.
    if (expected < quickMs && length !== lengths[0] && length !== lengths.at(-1)) continue;
    expected = await costOf(work, textOf(length));
    if (expected < noiseMs) continue;
    if (expected < clearlyLinear16 * (await costOf(work, textOf(Math.floor(length / 16)), 16))) continue;
    const ms = await bestCosts(work, textOf, length);
    const [quarter = 0, half = 0, full = 0] = ms;
    if (full >= noiseMs && half >= steep * quarter && full >= steep * half) return { length, ms };
  }
  return null;
}

async function bestCosts(work: Work, textOf: (length: number) => string, length: number): Promise<number[]> {
  const best = parts.map(() => Number.POSITIVE_INFINITY);
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    for (const [index, { share, times }] of parts.entries())
      best[index] = Math.min(best[index] ?? 0, await costOf(work, textOf(length * share), times));
    const [quarter = 0, , full = 0] = best;
    // The work is clearly linear. Noise cannot make quadratic work look like this.
    if (full < clearlyLinear * quarter) break;
  }
  return best;
}

async function costOf(work: Work, text: string, times = 1): Promise<number> {
  const before = process.threadCpuUsage();
  for (let time = 0; time < times; time += 1) await work(text);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000 / times;
}

/** Repeats the piece up to this length, without a partial piece at the end. */
export function repeated(piece: string, length: number): string {
  return piece.repeat(Math.max(1, Math.floor(length / piece.length)));
}
