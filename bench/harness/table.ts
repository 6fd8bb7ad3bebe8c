import { type Bar, type Figure, ratioOf, type Unit, verdictOf } from "./figure.ts";

const heads = ["figure", "measured", "against", "ratio", "bar", "", ""];

/** Formats the figures of all programs as aligned columns. */
export function table(programs: readonly { readonly name: string; readonly figures: readonly Figure[] }[]): string {
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

function row(figure: Figure): string[] {
  const ratio = ratioOf(figure);
  const against = figure.against;
  return [
    figure.name,
    amount(figure.value, figure.unit),
    against === undefined ? "" : `${against.name} ${amount(against.value, figure.unit)}`,
    ratio === null ? "" : `${ratio.toFixed(2)} ×`,
    figure.bar === undefined ? "" : barText(figure.bar, figure.unit),
    { ok: "ok", over: "OVER", reported: "" }[verdictOf(figure)],
    figure.note ?? "",
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
