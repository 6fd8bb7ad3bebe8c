import { Button, SegmentedControl, Select, Skeleton } from "@mantine/core";
import type { TestGrid } from "@plumb/contract/tests/test-grid.ts";
import type { TestView } from "@plumb/contract/tests/tests.ts";
import type { TrendOptions } from "@plumb/contract/trends/trends.ts";
import { type ReactNode, useMemo, useState } from "react";
import { gridWithList, listOfGrid, testGridSearch, type TestGridSearch } from "#lib/address/test-grid-search.ts";
import { isFiltered, type TestsSearch } from "#lib/address/tests-search.ts";
import { counted, cut, formatCount } from "#lib/format/format.ts";
import { type TriagedFailure, triagedCause } from "#lib/keys/triaged-failure.ts";
import { chipsOf, TestFilterMenu, TestQueryBox } from "#features/tests/test-filters.tsx";
import { testViews } from "#features/tests/test-texts.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { PageHeader } from "#ui/layout/page-header.tsx";
import { type FilterChip, FilterChips } from "#ui/list/filter-chips.tsx";
import { type GridBox, summaryOfBox } from "./grid-box.ts";
import { GridChart } from "./grid-chart.tsx";
import { GridLegend } from "./grid-legend.tsx";
import { causeMarks } from "./grid-marks.ts";
import { GridModel, type GridPosition } from "./grid-model.ts";
import { GridSelection } from "./grid-selection.tsx";
import { MarkList } from "./mark-list.tsx";
import tools from "#features/tests/tests.module.css";
import styles from "./test-grid.module.css";

interface TestGridViewProps {
  /** `undefined` while loading. */
  readonly grid: TestGrid | undefined;
  readonly options: TrendOptions | undefined;
  /** Finds options on the server that contain the text. */
  readonly onFind?: ((part: string) => Promise<TrendOptions>) | undefined;
  /** Whether the grid belongs to the previous search. */
  readonly stale: boolean;
  readonly error: Error | null;
  readonly onRetry: () => void;
  readonly search: TestGridSearch;
  readonly onSearch: (search: TestGridSearch) => void;
  readonly onOpenResult: (reportId: number, resultId: number) => void;
  /** Renders the actions for the causes in a box; `null` for users without permission. */
  readonly actionsOf: ((causes: readonly TriagedFailure[]) => ReactNode) | null;
  readonly savedViews?: ReactNode;
  readonly links?: ReactNode;
}

const pivots = [
  { value: "run", label: "Runs" },
  { value: "day", label: "Days" },
  { value: "commit", label: "Commits" },
  { value: "environment", label: "Environments" },
  { value: "browser", label: "Browsers" },
] as const;

/** Grid of tests and runs, with filters, columns and colours to choose. */
export function TestGridView(props: TestGridViewProps) {
  const { grid, options, onFind, search, onSearch, savedViews, links } = props;
  const { by, color } = search;
  const onList = (next: TestsSearch) => onSearch(gridWithList(search, next));
  const filters = { search: listOfGrid(search), options, onFind, onSearch: onList };
  return (
    <>
      <PageHeader title="Tests" subtitle={grid === undefined ? null : subtitleOf(grid)} />
      {links}
      <div className={tools["tools"]}>
        <TestQueryBox {...filters} />
        <Select
          aria-label="Tests"
          data={testViews.map(({ view, label }) => ({ value: view, label: view === "all" ? "All tests" : label }))}
          value={search.view ?? "all"}
          onChange={(view) => onSearch({ ...search, view: viewOf(view) })}
          allowDeselect={false}
        />
        <TestFilterMenu {...filters} />
        {savedViews}
      </div>
      <FilterChips
        chips={[
          ...failureChips(search, grid),
          ...chipsOf(filters.search).map(({ label, without }) => ({ label, without: gridWithList(search, without) })),
        ]}
        onSearch={onSearch}
        reset="Reset"
        onReset={() => onSearch(testGridSearch({ q: search.q, view: search.view, by, color }))}
      />
      <Content {...props} />
    </>
  );
}

/** Returns chips for the cause and the incident whose tests are shown. */
function failureChips(search: TestGridSearch, grid: TestGrid | undefined): readonly FilterChip<TestGridSearch>[] {
  const { cause, incident } = search;
  const message = grid?.causes.find(({ groupId }) => groupId === cause)?.message;
  return [
    ...(cause === undefined
      ? []
      : [{ label: `Cause: ${cut(message ?? String(cause), 60)}`, without: { ...search, cause: undefined } }]),
    ...(incident === undefined
      ? []
      : [{ label: `Tests of incident ${incident}`, without: { ...search, incident: undefined } }]),
  ];
}

function viewOf(value: string | null): Exclude<TestView, "all"> | undefined {
  const view = testViews.find((each) => each.view === value)?.view;
  return view === "all" ? undefined : view;
}

function subtitleOf({ tests, runs, moreTests }: TestGrid): string {
  return `${moreTests ? "More than " : ""}${counted(tests.length, "test")} in ${counted(runs.length, "run")}`;
}

function Content({ grid, stale, error, onRetry, search, onSearch, onOpenResult, actionsOf }: TestGridViewProps) {
  if (grid === undefined) {
    return error === null ? (
      <div aria-busy>
        <Skeleton height={520} radius="lg" animate={false} />
      </div>
    ) : (
      <ErrorPanel error={error} fallback="Failed to load the grid" onRetry={onRetry} />
    );
  }
  const isNarrowed =
    search.q !== undefined ||
    search.view !== undefined ||
    search.cause !== undefined ||
    search.incident !== undefined ||
    isFiltered(listOfGrid(search));
  return (
    <>
      {error !== null && <ErrorPanel error={error} fallback="Failed to load the grid" onRetry={onRetry} />}
      {grid.tests.length === 0 ? (
        <EmptyState title={isNarrowed ? "No results match your filters" : "No tests have run yet"}>
          {isNarrowed && (
            <Button variant="default" onClick={() => onSearch(testGridSearch({ by: search.by, color: search.color }))}>
              Clear filters
            </Button>
          )}
        </EmptyState>
      ) : (
        <div aria-busy={stale} className={styles["content"]}>
          <div className={styles["choices"]}>
            <SegmentedControl
              aria-label="Columns"
              size="xs"
              data={[...pivots]}
              value={search.by ?? "run"}
              onChange={(by) => onSearch(testGridSearch({ ...search, by }))}
            />
            <SegmentedControl
              aria-label="Colours"
              size="xs"
              data={[
                { value: "outcome", label: "Outcome" },
                { value: "cause", label: "Cause" },
              ]}
              value={search.color ?? "outcome"}
              onChange={(color) => onSearch(testGridSearch({ ...search, color }))}
            />
          </div>
          <Cells
            key={grid.by}
            grid={grid}
            byCause={search.color === "cause"}
            onOpenResult={onOpenResult}
            actionsOf={actionsOf}
          />
          <Limits grid={grid} isSearch={search.q !== undefined} />
        </div>
      )}
    </>
  );
}

interface CellsProps extends Pick<TestGridViewProps, "actionsOf" | "onOpenResult"> {
  readonly grid: TestGrid;
  readonly byCause: boolean;
}

interface Selected {
  readonly active: GridPosition | null;
  readonly box: GridBox | null;
}

const nothing: Selected = { active: null, box: null };

function Cells({ grid, byCause, onOpenResult, actionsOf }: CellsProps) {
  const model = useMemo(() => new GridModel(grid), [grid]);
  const marks = useMemo(() => causeMarks(model), [model]);
  const marked = useMemo(() => new Set(marks.flatMap(({ columns }) => columns)), [marks]);
  const [chosen, setSelected] = useState(nothing);
  // A reload may have fewer rows and columns.
  const selected = fits(chosen, model) ? chosen : nothing;
  const summary = useMemo(
    () => (selected.box === null ? null : summaryOfBox(model, selected.box)),
    [model, selected.box],
  );
  const open = (at: GridPosition) => {
    const failure = model.cell(at)?.failure ?? null;
    if (failure !== null) onOpenResult(failure.run.id, failure.resultId);
  };
  return (
    <>
      <GridLegend model={model} byCause={byCause} />
      <MarkList
        model={model}
        marks={marks}
        onSelect={(column) =>
          setSelected({ active: null, box: { from: { row: 0, column }, to: { row: model.rows - 1, column } } })
        }
      />
      <GridSelection
        model={model}
        active={selected.active}
        summary={summary}
        actions={
          summary === null || actionsOf === null || summary.causes.length === 0
            ? null
            : actionsOf(summary.causes.map(({ cause, tests }) => triagedCause(cause.groupId, cause.message, tests)))
        }
        onClear={() => setSelected(nothing)}
      />
      <GridChart
        model={model}
        byCause={byCause}
        marked={marked}
        active={selected.active}
        box={selected.box}
        onActive={(active, box) => setSelected({ active, box })}
        onOpen={open}
      />
    </>
  );
}

function fits({ active, box }: Selected, { rows, columns }: GridModel): boolean {
  return [active, box?.from, box?.to].every((at) => at == null || (at.row < rows && at.column < columns));
}

interface LimitsProps {
  readonly grid: TestGrid;
  readonly isSearch: boolean;
}

/** Shows which tests and runs are not included. */
function Limits({ grid: { tests, runs, moreTests, moreRuns }, isSearch }: LimitsProps) {
  if (!moreTests && !moreRuns) return null;
  const cut = isSearch
    ? "Only the newest 1,000 tests that match the search are included. Add words to see others. "
    : `Only ${formatCount(tests.length)} tests are shown, including those that failed last. Search or filter to see others. `;
  return (
    <p className={tools["meaning"]}>
      {moreTests && cut}
      {moreRuns && `Only the latest ${formatCount(runs.length)} runs are shown. Filter them to see earlier ones.`}
    </p>
  );
}
