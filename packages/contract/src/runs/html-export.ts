import type { FailureState } from "#failures/failing-state.ts";
import type { Problem, Report } from "./reports.ts";
import type { ListedResult, ResultDetail, ResultRow } from "./results.ts";
import type { RunOutput } from "./run-output.ts";

// The data of an HTML export: written by the server, read by the viewer (packages/web/src/export). A page opened from
// disk can only load scripts, so each file calls a function of the viewer:
//
// data/report.js       plumbExport("report", 0, HtmlExportReport)
// data/rows-0001.js    plumbExport("rows", 1, PackedRows)       all files are loaded, one after the other
// data/details-0001.js plumbExport("details", 1, ResultDetail[]) loaded when one of its tests is opened
// data/output.js       plumbExport("output", 0, RunOutput)       loaded on demand; only exists if the report has output

export const htmlExportCallback = "plumbExport";

export interface HtmlExportReport {
  readonly report: Report;
  readonly projectName: string;
  /** Problems of the whole report. */
  readonly problems: readonly Problem[];
  readonly exportedAt: string;
  /** Address of the report on the server. */
  readonly address: string;
  /** Set if the export contains a single test. */
  readonly resultId: number | null;
  /** Number of tests in the export. */
  readonly total: number;
  readonly artifactsIncluded: boolean;
  /** Number of uploaded files that have been deleted since. */
  readonly goneArtifacts: number;
  readonly rowFiles: number;
  /** Position in the list of the first test of each details file. */
  readonly detailStarts: readonly number[];
}

export type HtmlExportPart =
  | readonly ["report", 0, HtmlExportReport]
  | readonly ["rows", number, PackedRows]
  | readonly ["details", number, readonly ResultDetail[]]
  | readonly ["output", 0, RunOutput];

/** Output and files of the run outside its tests. */
export const htmlExportOutput = "data/output.js";

/** Example: `data/rows-0001.js`. */
export function htmlExportFile(kind: "rows" | "details", index: number): string {
  return `data/${kind}-${String(index).padStart(4, "0")}.js`;
}

/** Rows without repeated strings, which reduces the size to a third. Numbers instead of strings are indices into `names`. */
export interface PackedRows {
  readonly names: readonly (string | null)[];
  readonly rows: readonly PackedRow[];
  /** Ids of failed tests by state; absent in exports of older servers. */
  readonly newFailures?: readonly number[];
  readonly backAgain?: readonly number[];
  readonly knownFailures?: readonly number[];
}

/** A row with its state, which is not part of the report. */
export type HtmlExportRow = ResultRow & Pick<ListedResult, "state">;

type PackedRow = readonly [
  id: number,
  testId: number,
  file: number,
  titlePath: readonly (number | string)[],
  variant: number,
  occurrence: number,
  status: ResultRow["status"],
  flaky: 0 | 1,
  retries: number,
  duration: number | null,
  browser: number,
  author: number,
  errorLine: number,
  failureSignature: number,
];

export function packRows(
  rows: readonly ResultRow[],
  states: ReadonlyMap<number, FailureState> = new Map(),
): PackedRows {
  const names: (string | null)[] = [];
  const locations = new Map<string | null, number>();
  const position = (name: string | null) => {
    const known = locations.get(name);
    if (known !== undefined) return known;
    locations.set(name, names.length);
    return names.push(name) - 1;
  };
  const packed = rows.map((row): PackedRow => [
    row.id,
    row.testId,
    position(row.file),
    // Only suites are shared, because titles rarely repeat.
    row.titlePath.map((part, index) => (index === row.titlePath.length - 1 ? part : position(part))),
    position(row.variant),
    row.occurrence,
    row.status,
    row.flaky ? 1 : 0,
    row.retries,
    row.duration,
    position(row.browser),
    position(row.author),
    position(row.errorLine),
    position(row.failureSignature),
  ]);
  const idsOf = (requested: FailureState) => [...states].flatMap(([id, state]) => (state === requested ? [id] : []));
  return {
    names,
    rows: packed,
    newFailures: idsOf("new"),
    backAgain: idsOf("back"),
    knownFailures: idsOf("known"),
  };
}

export function unpackRows({
  names,
  rows,
  newFailures = [],
  backAgain = [],
  knownFailures = [],
}: PackedRows): HtmlExportRow[] {
  const states = new Map<number, FailureState>([
    ...newFailures.map((id) => [id, "new"] as const),
    ...backAgain.map((id) => [id, "back"] as const),
    ...knownFailures.map((id) => [id, "known"] as const),
  ]);
  const name = (index: number) => names[index] ?? null;
  return rows.map(
    ([
      id,
      testId,
      file,
      titlePath,
      variant,
      occurrence,
      status,
      flaky,
      retries,
      duration,
      browser,
      author,
      line,
      signature,
    ]) => ({
      id,
      testId,
      file: name(file),
      titlePath: titlePath.map((part) => (typeof part === "string" ? part : (name(part) ?? ""))),
      variant: name(variant) ?? "",
      occurrence,
      status,
      flaky: flaky === 1,
      retries,
      duration,
      browser: name(browser),
      author: name(author),
      errorLine: name(line),
      failureSignature: name(signature),
      state: states.get(id) ?? null,
    }),
  );
}
