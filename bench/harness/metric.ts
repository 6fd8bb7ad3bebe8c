/** A row in the bench's table. */
export interface Metric {
  readonly name: string;
  readonly value: number;
  readonly unit: Unit;
  /** Reference value of the same run. The ratio is `value / against.value`, or the inverse if `faster`. */
  readonly against?: { readonly name: string; readonly value: number; readonly faster?: true };
  readonly bar?: Bar;
  /** Comment for readers, such as the origin of a reference value. */
  readonly note?: string;
  /** Further numbers for the JSON output. */
  readonly details?: Readonly<Record<string, unknown>>;
}

export type Unit = "s" | "ms" | "%" | "MB" | "nodes" | "frames/s" | "rows" | "files";

/** Limit for the value, or for its ratio to the reference value. */
export interface Bar {
  readonly of: "value" | "ratio";
  readonly max?: number;
  readonly min?: number;
}

/** Returns `null` if there is no reference value. */
export function ratioOf({ value, against }: Metric): number | null {
  if (against === undefined) return null;
  return against.faster ? against.value / value : value / against.value;
}

/** Returns `reported` if there is no limit. */
export function verdictOf(metric: Metric): "ok" | "over" | "reported" {
  const { bar } = metric;
  const compared = bar?.of === "ratio" ? ratioOf(metric) : metric.value;
  if (bar === undefined || compared === null) return "reported";
  return compared <= (bar.max ?? Infinity) && compared >= (bar.min ?? -Infinity) ? "ok" : "over";
}
