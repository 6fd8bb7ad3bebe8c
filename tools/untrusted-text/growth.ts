/** Characters. Shorter texts come first, so that a function whose work explodes is found before it takes minutes. */
const lengths = [6_250, 25_000, 100_000];

/** Even quadratic work that takes less for the shortest text takes about a second for the longest. */
const quickMs = 4;

/** Work below this is too short to compare: at 100,000 characters, anything quadratic takes longer. */
const noiseMs = 40;

/** A quarter of the text is read as often as makes quadratic work equally long: some systems count processor time in steps of 4 ms. */
const parts = [
  { share: 1 / 4, times: 16 },
  { share: 1 / 2, times: 4 },
  { share: 1, times: 1 },
] as const;

/** Twice the text takes 2 times as long where work is linear, and 4 times where it is quadratic. */
const steep = 3;

const clearlyLinear = 6;

const repeats = 4;

export interface Growth {
  readonly length: number;
  /** Processor time for a quarter of the text, half of it, and all of it. */
  readonly ms: readonly number[];
}

type Work = (text: string) => unknown;

/**
 * Returns how the work grew if it grew much faster than its text, otherwise `null`. Only this thread's processor time counts, so that
 * other programs change nothing, and each part is the best of several measurements.
 */
export async function steepGrowth(work: Work, textOf: (length: number) => string): Promise<Growth | null> {
  let expected = 0;
  for (const length of lengths) {
    // A short text that took no time at all leaves nothing to wait for: the longest is next.
    if (expected < quickMs && length !== lengths[0] && length !== lengths.at(-1)) continue;
    expected = await costOf(work, textOf(length));
    if (expected < noiseMs) continue;
    const ms = await bestCosts(work, textOf, length);
    const [quarter = 0, half = 0, whole = 0] = ms;
    if (whole >= noiseMs && half >= steep * quarter && whole >= steep * half) return { length, ms };
  }
  return null;
}

async function bestCosts(work: Work, textOf: (length: number) => string, length: number): Promise<number[]> {
  const best = parts.map(() => Number.POSITIVE_INFINITY);
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    for (const [index, { share, times }] of parts.entries())
      best[index] = Math.min(best[index] ?? 0, await costOf(work, textOf(length * share), times));
    const [quarter = 0, , whole = 0] = best;
    // Noise never makes quadratic work look like this.
    if (whole < clearlyLinear * quarter) break;
  }
  return best;
}

async function costOf(work: Work, text: string, times = 1): Promise<number> {
  const before = process.threadCpuUsage();
  for (let time = 0; time < times; time += 1) await work(text);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000 / times;
}

/** A text of this length, as far as whole pieces fill it. */
export function repeated(piece: string, length: number): string {
  return piece.repeat(Math.max(1, Math.floor(length / piece.length)));
}
