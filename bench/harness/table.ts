import { type Bar, type Metric, ratioOf, type Unit, verdictOf } from "./metric.ts";

const heads = ["figure", "measured", "against", "ratio", "bar", "", ""];

/** Formats the figures of all programs as aligned columns. */
export function table(programs: readonly { readonly name: string; readonly figures: readonly Metric[] }[]): string {
  const sections = programs.map(({ name, figures }) => ({ name, rows: figures.map(row) }));
  const all = [heads, ...sections.flatMap(({ rows }) => rows)];
  const widths = heads.map((_, column) => Math.max(...all.map((cells) => cells[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `  ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : column < 5 ? cell.padStart(widths[column] ?? 0) : cell)).join("  ")}`.trimEnd();
  return sections
    .flatMap(({ name, rows }) => ["", name, line(heads), ...rows.map(line)])
    .concat("")
    .join("\n");
}

function row(metric: Metric): string[] {
  const ratio = ratioOf(metric);
  const against = metric.against;
  return [
    metric.name,
    amount(metric.value, metric.unit),
    against === undefined ? "" : `${against.name} ${amount(against.value, metric.unit)}`,
    ratio === null ? "" : `${ratio.toFixed(2)} ×`,
    metric.bar === undefined ? "" : barText(metric.bar, metric.unit),
    { ok: "ok", over: "OVER", reported: "" }[verdictOf(metric)],
    metric.note ?? "",
  ];
}

function barText({ of, max, min }: Bar, unit: Unit): string {
  const limit = max ?? min ?? Number.NaN;
  return `${max === undefined ? "≥" : "≤"} ${of === "ratio" ? `${limit} ×` : amount(limit, unit)}`;
}

function amount(value: number, unit: Unit): string {
  const digits = Number.isInteger(value) || unit === "nodes" ? 0 : unit === "s" ? 2 : value < 100 ? 1 : 0;
  return `${value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits })} ${unit}`;
}
