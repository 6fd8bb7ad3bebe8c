import {
  gridLimits,
  type GridColumns,
  type GridRun,
  type GridTest,
  type TestGrid,
} from "@plumb/contract/tests/test-grid.ts";
import { cutInMiddle } from "@plumb/contract/text/cut.ts";
import { type GridResult, type GridTestRow, unpackedResults } from "#store/tests/test-grid.ts";

interface ArrangedBy {
  readonly by: GridColumns;
  /** Oldest first. */
  readonly runs: readonly GridRun[];
  readonly timeZone: string;
}

/** A test whose causes are group ids, and what orders it. */
interface ArrangedTest extends Omit<GridTest, "causes"> {
  /** Groups of each failed, errored or flaky cell, most frequent first; `null` if not grouped yet. */
  readonly groups: readonly (readonly (number | null)[])[];
  /** 0: fails in its last run; 1: failed or was flaky before; 2: neither. */
  readonly urgency: 0 | 1 | 2;
  /** Index of the run of its latest failure; -1 without one. */
  readonly lastRed: number;
  readonly lastGroup: number | null;
}

export interface ArrangedGrid {
  readonly columns: TestGrid["columns"];
  readonly tests: readonly ArrangedTest[];
  /** Groups with their number of cells, most frequent first. */
  readonly groups: readonly (readonly [groupId: number, cells: number])[];
}

/** Puts the results of tests into columns. A cell has the worst outcome of its results. */
export function arrangeGrid(rows: readonly GridTestRow[], by: ArrangedBy): ArrangedGrid {
  const keyOf = keys[by.by](by);
  const runIndex = new Map(by.runs.map(({ id }, index) => [id, index]));
  const columns = columnsOf(rows, by, keyOf);
  const columnOf = new Map(columns.map(({ key }, index) => [key, index]));
  const tests = rows.map((row) => {
    const results = row.results.flatMap(([browser, packed]) =>
      unpackedResults(packed).flatMap((result) => {
        const run = runIndex.get(result.runId) ?? -1;
        const column = columnOf.get(keyOf(run, browser));
        return column === undefined ? [] : [{ ...result, run, column }];
      }),
    );
    if (by.by === "browser") for (const { column, run } of results) columns[column]?.runs.add(run);
    return arrangeTest(row, results, columns.length);
  });
  const cells = new Map<number, number>();
  for (const { groups } of tests)
    for (const group of groups.flat()) if (group !== null) cells.set(group, (cells.get(group) ?? 0) + 1);
  return {
    columns: columns.map(({ name, runs }) => ({ name, runs: [...runs].toSorted((a, b) => a - b) })),
    tests,
    groups: [...cells].toSorted(([a, inA], [b, inB]) => inB - inA || a - b),
  };
}

type Key = number | string | null;
type KeyOf = (run: number, browser: string | null) => Key;

/** Values by which results are put into columns. */
const keys: Record<GridColumns, (by: ArrangedBy) => KeyOf> = {
  run: () => (run) => run,
  day: ({ runs, timeZone }) => {
    // The Swedish format of a date is that of ISO 8601.
    const format = new Intl.DateTimeFormat("sv-SE", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
    const days = runs.map(({ startTime }) => format.format(new Date(startTime)));
    return (run) => days[run] ?? null;
  },
  commit:
    ({ runs }) =>
    (run) =>
      runs[run]?.commit ?? null,
  environment:
    ({ runs }) =>
    (run) =>
      runs[run]?.environment ?? null,
  browser: () => (_, browser) => browser,
};

interface Column {
  readonly key: Key;
  readonly name: string | null;
  readonly runs: Set<number>;
}

/** Returns runs, days and commits in the order of their first run, because a repeated run of an old commit does not make it newer; environments and
 * browsers by name. Results without a value come first there. */
function columnsOf(rows: readonly GridTestRow[], { by, runs }: ArrangedBy, keyOf: KeyOf): Column[] {
  if (by === "browser") {
    const browsers = new Set(rows.flatMap(({ results }) => results.map(([browser]) => browser)));
    return sortedByName([...browsers].map((key) => ({ key, name: key, runs: new Set() })));
  }
  const columns = new Map<Key, Column>();
  for (const run of runs.keys()) {
    const key = keyOf(run, null);
    const { runs: before = [] } = columns.get(key) ?? {};
    columns.set(key, { key, name: typeof key === "number" ? null : key, runs: new Set([...before, run]) });
  }
  return by === "environment" ? sortedByName([...columns.values()]) : [...columns.values()];
}

function sortedByName(columns: readonly Column[]): Column[] {
  return columns.toSorted((a, b) => compareTexts(a.name ?? "", b.name ?? ""));
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

interface ColumnResult extends GridResult {
  /** Index of its run and of its column. */
  readonly run: number;
  readonly column: number;
}

/** Letter and severity by rank. A test that passed and was skipped in a cell has passed. */
const outcomes = [
  { letter: "F", severity: 6 },
  { letter: "E", severity: 5 },
  { letter: "R", severity: 3 },
  { letter: "K", severity: 4 },
  { letter: "S", severity: 1 },
  { letter: "P", severity: 2 },
] as const;
const severityOf = ({ rank }: ColumnResult) => outcomes[rank]?.severity ?? 0;
const fails = ({ rank }: ColumnResult) => rank <= 1;
const isRed = (result: ColumnResult) => fails(result) || result.rank === 3;

function arrangeTest(row: GridTestRow, results: readonly ColumnResult[], width: number): ArrangedTest {
  const byColumn = Array.from({ length: width }, (): ColumnResult[] => []);
  for (const result of results) byColumn[result.column]?.push(result);
  const cells = byColumn.map(worstOf);
  const red = cells.filter((cell) => cell !== null).filter(({ worst }) => isRed(worst));
  const { id, file, variant, owner } = row;
  return {
    id,
    file: file === null ? null : cutInMiddle(file, gridLimits.name),
    title: cutInMiddle(row.title, gridLimits.name),
    variant: cutInMiddle(variant, gridLimits.name),
    owner,
    outcomes: cells.map((cell) => (cell === null ? "." : (outcomes[cell.worst.rank]?.letter ?? "."))).join(""),
    results: red.map(({ worst }) => worst.resultId ?? 0),
    runs: red.map(({ worst }) => worst.run),
    counts: cells.every((cell) => cell === null || cell.all === 1)
      ? null
      : cells.flatMap((cell) => (cell === null ? [] : [cell.similar, cell.all])),
    groups: red.map(({ groups }) => groups),
    ...urgencyOf(results),
  };
}

interface Cell {
  /** Latest result with the worst outcome. */
  readonly worst: ColumnResult;
  /** Results with that outcome, and all. */
  readonly similar: number;
  readonly all: number;
  readonly groups: readonly (number | null)[];
}

function worstOf(results: readonly ColumnResult[]): Cell | null {
  const [first, ...others] = results;
  if (first === undefined) return null;
  let worst = first;
  for (const result of others)
    if (severityOf(result) > severityOf(worst) || (severityOf(result) === severityOf(worst) && result.run > worst.run))
      worst = result;
  const similar = fails(worst) ? results.filter(fails) : results.filter(({ rank }) => rank === worst.rank);
  return { worst, similar: similar.length, all: results.length, groups: isRed(worst) ? groupsOf(similar) : [] };
}

function groupsOf(failures: readonly ColumnResult[]): (number | null)[] {
  if (failures.length === 1) return failures.map(({ groupId }) => groupId);
  const counts = new Map<number | null, number>();
  for (const { groupId } of failures) counts.set(groupId, (counts.get(groupId) ?? 0) + 1);
  const sorted = [...counts].toSorted(([, a], [, b]) => b - a).map(([groupId]) => groupId);
  return sorted.slice(0, gridLimits.causesOfCell);
}

function urgencyOf(results: readonly ColumnResult[]): Pick<ArrangedTest, "lastGroup" | "lastRed" | "urgency"> {
  let last: ColumnResult | null = null;
  let red: ColumnResult | null = null;
  for (const result of results) {
    if (last === null || isLater(result, last)) last = result;
    if (isRed(result) && (red === null || isLater(result, red))) red = result;
  }
  const urgency = last !== null && fails(last) ? 0 : red === null ? 2 : 1;
  return { urgency, lastRed: red?.run ?? -1, lastGroup: red?.groupId ?? null };
}

/** The worst result of a run comes last. */
function isLater(a: ColumnResult, b: ColumnResult): boolean {
  return a.run > b.run || (a.run === b.run && severityOf(a) > severityOf(b));
}

/** Sorts tests that fail now first, then those that failed before, each by cause, and the others by name. Replaces groups with indices of causes. */
export function orderGrid({ tests }: ArrangedGrid, causeIndex: ReadonlyMap<number, number>): GridTest[] {
  const indexOf = (group: number | null) => (group === null ? -1 : (causeIndex.get(group) ?? -2));
  const orderOf = (group: number | null) => (group === null ? Infinity : (causeIndex.get(group) ?? gridLimits.causes));
  return tests
    .toSorted((a, b) => {
      if (a.urgency !== b.urgency) return a.urgency - b.urgency;
      const [causeA, causeB] = [orderOf(a.lastGroup), orderOf(b.lastGroup)];
      if (causeA !== causeB) return causeA < causeB ? -1 : 1;
      return (
        b.lastRed - a.lastRed ||
        compareTexts(a.file ?? "", b.file ?? "") ||
        compareTexts(a.title, b.title) ||
        a.id - b.id
      );
    })
    .map(({ groups, urgency: _urgency, lastRed: _red, lastGroup: _group, ...test }) => ({
      ...test,
      causes: groups.map((group) => group.map(indexOf)),
    }));
}
