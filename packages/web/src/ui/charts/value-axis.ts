/** Range and ticks of a value axis. */
export interface ValueAxis {
  readonly min: number;
  readonly max: number;
  readonly ticks: readonly number[];
}

/** Formats a tick. The unit of an axis may be written only at its highest tick. */
export type TickFormat = (value: number, isHighest: boolean) => string;

/** Returns the label of each tick; empty if it would repeat the previous one, because steps can be finer than labels. */
export function tickLabels(ticks: readonly number[], format: TickFormat): string[] {
  const labels = ticks.map((tick, index) => format(tick, index === ticks.length - 1));
  return labels.map((label, index) => (label === labels[index - 1] ? "" : label));
}

interface AxisLimits {
  /** Upper limit of all values, such as 100 for percentages. */
  readonly longest?: number | undefined;
  /** Whether the axis starts at 0 for any values. */
  readonly fromZero?: boolean | undefined;
}

/** Approximate number of grid lines. */
const requestedTicks = 4;
/** Share of the highest value. If all values are above it, the axis starts near the lowest value. */
const farFromZero = 0.6;

/** Returns the axis for these values. It starts at 0 unless all values are far from 0. */
export function valueAxis(
  values: readonly (number | null)[],
  { longest, fromZero = false }: AxisLimits = {},
): ValueAxis {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return { min: 0, max: longest ?? 1, ticks: longest === undefined ? [0, 1] : [0, longest] };
  let [lowest, highest] = [Number.POSITIVE_INFINITY, 0];
  for (const value of known) {
    lowest = Math.min(lowest, value);
    highest = Math.max(highest, value);
  }
  const top = longest ?? (highest === 0 ? 1 : highest);
  const near = !fromZero && lowest > top * farFromZero;
  // Leaves some space below the lowest value. If all values are equal, the space is a tenth of the value.
  const room = lowest < top ? (top - lowest) * 1.2 : top * 0.1;
  const from = near ? Math.max(0, top - room) : 0;
  const step = niceStep((top - from) / requestedTicks);
  const min = Math.max(0, rounded(Math.floor(from / step + 1e-9) * step));
  const max = longest ?? rounded(Math.ceil(top / step - 1e-9) * step);
  const ticks: number[] = [];
  for (let tick = min; tick <= max + step / 1000; tick = rounded(tick + step)) ticks.push(tick);
  return { min, max, ticks };
}

/** Rounds up to 1, 2 or 5 times a power of ten, or to 25, 250 and so on. Counts have no tick at 2.5. */
function niceStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  const ones = step / power;
  return rounded((ones <= 1 ? 1 : ones <= 2 ? 2 : ones <= 2.5 && power > 1 ? 2.5 : ones <= 5 ? 5 : 10) * power);
}

/** Removes floating-point errors. */
function rounded(value: number): number {
  return Number(value.toPrecision(10));
}
