/** Values in a fixed order that can return the nth smallest of any range. */
export interface RankedValues {
  /**
   * Returns the nth smallest value of a range; `until` is exclusive.
   *
   * @param nth From 0, and less than the number of values in the range.
   */
  nth(from: number, until: number, nth: number): number;
}

const wordBits = 32;

/** A binary digit of all ranks. The ranks are sorted by the digits before it, as in a wavelet matrix. */
interface Level {
  readonly words: Uint32Array;
  /** Number of 1 bits before each word. */
  readonly ones: Int32Array;
  readonly zeros: number;
}

/**
 * Stores values as a wavelet matrix of their ranks (Navarro, "Wavelet trees for all", 2014, section 2.4). A query takes log2(number of
 * values) steps, regardless of the range's length. Each value takes two bits per step.
 *
 * @param ranks Rank of each value among all values. Each rank occurs once.
 * @param valueOf Returns the value of a rank.
 */
export function rankedValues(ranks: Int32Array, valueOf: (rank: number) => number): RankedValues {
  const levels: Level[] = [];
  const digits = ranks.length < 2 ? 0 : wordBits - Math.clz32(ranks.length - 1);
  let current = ranks;
  for (let digit = digits - 1; digit >= 0; digit--) {
    const next = new Int32Array(current.length);
    levels.push(levelOf(current, digit, next));
    current = next;
  }
  return {
    nth(from, until, nth) {
      let rank = 0;
      let [low, high, left] = [from, until, nth];
      for (const level of levels) {
        const onesLow = onesBefore(level, low);
        const onesHigh = onesBefore(level, high);
        const zeros = high - onesHigh - (low - onesLow);
        rank *= 2;
        if (left < zeros) {
          low -= onesLow;
          high -= onesHigh;
        } else {
          left -= zeros;
          rank += 1;
          low = level.zeros + onesLow;
          high = level.zeros + onesHigh;
        }
      }
      return valueOf(rank);
    },
  };
}

/** @param next Receives the ranks with a 0 in this digit, then those with a 1, both in their previous order. */
function levelOf(ranks: Int32Array, digit: number, next: Int32Array): Level {
  const words = new Uint32Array(Math.ceil((ranks.length + 1) / wordBits));
  const ones = new Int32Array(words.length);
  let zeros = 0;
  for (let index = 0; index < ranks.length; index++) {
    const rank = ranks[index] as number;
    if (((rank >> digit) & 1) === 0) next[zeros++] = rank;
    else words[index >> 5] = (words[index >> 5] as number) | (1 << (index & 31));
  }
  let afterZeros = zeros;
  for (let position = 0; position < ranks.length; position++) {
    const rank = ranks[position] as number;
    if (((rank >> digit) & 1) !== 0) next[afterZeros++] = rank;
  }
  for (let word = 1; word < words.length; word++)
    ones[word] = (ones[word - 1] as number) + bitsOf(words[word - 1] as number);
  return { words, ones, zeros };
}

function onesBefore({ words, ones }: Level, index: number): number {
  const word = index >> 5;
  const before = (words[word] as number) & ~(-1 << (index & 31));
  return (ones[word] as number) + bitsOf(before);
}

/** Returns the number of 1 bits in a word. */
function bitsOf(word: number): number {
  let bits = word - ((word >>> 1) & 0x55_55_55_55);
  bits = (bits & 0x33_33_33_33) + ((bits >>> 2) & 0x33_33_33_33);
  return Math.imul((bits + (bits >>> 4)) & 0x0f_0f_0f_0f, 0x01_01_01_01) >>> 24;
}
