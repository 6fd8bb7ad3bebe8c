/** One line of the bench's table. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: Unit;
  /** What the value is compared with in the same run; the ratio is `value / against.value`, or the inverse if `faster`. */
  readonly against?: { readonly name: string; readonly value: number; readonly faster?: true };
  readonly bar?: Bar;
  /** A remark for people, such as where a reference comes from. */
  readonly note?: string;
  /** Further numbers for machines. */
  readonly details?: Readonly<Record<string, unknown>>;
}

export type Unit = "s" | "ms" | "%" | "MB" | "nodes" | "frames/s" | "rows" | "files";

/** What must hold: of the value itself, or of its ratio to what it is compared with. */
export interface Bar {
  readonly of: "value" | "ratio";
  readonly max?: number;
  readonly min?: number;
}

/** Null if nothing is compared. */
export function ratioOf({ value, against }: Figure): number | null {
  if (against === undefined) return null;
  return against.faster ? against.value / value : value / against.value;
}

/** `reported`: no bar is set for it. */
export function verdictOf(figure: Figure): "ok" | "over" | "reported" {
  const { bar } = figure;
  const judged = bar?.of === "ratio" ? ratioOf(figure) : figure.value;
  if (bar === undefined || judged === null) return "reported";
  return judged <= (bar.max ?? Infinity) && judged >= (bar.min ?? -Infinity) ? "ok" : "over";
}
