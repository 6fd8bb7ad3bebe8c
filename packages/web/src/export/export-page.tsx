import {
  type Grouping,
  choiceOf,
  openedRows,
  withChoice,
  withReplacedRow,
  withToggledRow,
} from "#lib/address/report-search.ts";
import { ActionIcon, SegmentedControl, useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import type { HtmlExportReport } from "@plumb/contract/runs/html-export.ts";
import type { RunOutput } from "@plumb/contract/runs/run-output.ts";
import { IconMoon, IconSun } from "@tabler/icons-react";
import { useCallback, useDeferredValue, useMemo, useState, useSyncExternalStore } from "react";
import { OutcomeFilter } from "#features/report/counters/outcome-filter.tsx";
import { ProblemsNotice } from "#features/report/problems/problems-notice.tsx";
import { ReportHeader } from "#features/report/header/report-header.tsx";
import { ReportSummary } from "#features/report/summary/report-summary.tsx";
import { RunOutputNotice } from "#features/report/run-output-notice.tsx";
import { RunLabels } from "#features/report/header/run-labels.tsx";
import { RunFacts } from "#features/report/header/run-facts.tsx";
import { counted, formatCount, formatTimestamp } from "#lib/format/format.ts";
import { isWebAddress } from "#lib/address/web-address.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { SearchBox } from "#ui/list/search-box.tsx";
import { RunEnded } from "#ui/outcome/run-ended.ts";
import type { ExportData } from "./export-data.ts";
import styles from "./export-page.module.css";
import { useHashSearch } from "./hash-search.ts";
import { foldedGroups, listItems, matching, type SearchableRow } from "./list-items.ts";
import { PrintedFailures } from "./printed-failures.tsx";
import { TestList } from "./test-list.tsx";
import { usePrinting } from "./use-printing.ts";

/** Page of an exported report, with its header and its tests. */
export function ExportPage({ data }: { readonly data: ExportData }) {
  const { report, rows, missing, output } = useSyncExternalStore(data.subscribe, data.state);
  if (missing !== null)
    return (
      <main className={styles["page"]}>
        <EmptyState title="This export is incomplete" heading="h1">
          <p>{`The file ${missing} could not be read. Unpack the whole zip, then open index.html in the folder.`}</p>
        </EmptyState>
      </main>
    );
  if (report === null) return null;
  return <Loaded data={data} head={report} rows={rows} output={output} />;
}

const noRows: readonly SearchableRow[] = [];

/** Returns the tests for the current URL and the handlers that change it. */
function useTests({ report, resultId }: HtmlExportReport, rows: readonly SearchableRow[]) {
  const [search, change] = useHashSearch();
  // A report with failures is grouped by cause by default, as on the server.
  const red = report.summary.failed + report.summary.errored > 0;
  const preferred: Grouping = red && resultId === null ? "failure" : "flat";
  const { status, q, group: grouping = preferred } = search;
  // The export of a single test opens that test.
  const { result = resultId ?? undefined, also } = search;
  const opened = useMemo(() => openedRows({ result, also }), [result, also]);
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
  const requested = useDeferredValue(q);
  const retained = useMemo(() => matching(rows, status, requested), [rows, status, requested]);
  // A search shows all tests that it found.
  const rest = grouping === "failure" && requested === undefined ? retained : noRows;
  const folded = useMemo(() => foldedGroups(rest, { changed, opened }), [rest, changed, opened]);
  const items = useMemo(() => listItems(retained, grouping, folded), [retained, grouping, folded]);
  const onToggle = useCallback((id: number) => change((before) => withToggledRow(before, id), true), [change]);
  const onStep = useCallback(
    (from: number | undefined, to: number) => change((before) => withReplacedRow(before, from, to), true),
    [change],
  );
  const selectionOf = (id: number) => ({
    ...choiceOf({ ...search, result }, id),
    onChoose: (attempt: number, step: number | undefined) =>
      change((before) => withChoice(before, id, { attempt, step })),
  });
  const onFold = useCallback(
    (key: string) => setChanged((before) => new Map([...before, [key, !folded.has(key)]])),
    [folded],
  );
  return {
    search,
    change,
    kept: retained.length,
    items,
    grouping,
    preferred,
    folded,
    onFold,
    opened,
    onToggle,
    onStep,
    selectionOf,
  };
}

interface LoadedProps {
  readonly data: ExportData;
  readonly head: HtmlExportReport;
  readonly rows: readonly SearchableRow[];
  readonly output: RunOutput | undefined;
}

const groupings = [
  { value: "flat", label: "List" },
  { value: "failure", label: "Failures" },
  { value: "file", label: "Files" },
  { value: "browser", label: "Browsers" },
] as const;

function Loaded({ data, head, rows, output }: LoadedProps) {
  const { report, problems, total, resultId } = head;
  const model = useTests(head, rows);
  const { items } = model;
  const reading = rows.length < total;
  const printing = usePrinting();
  return (
    <main className={styles["page"]}>
      <ReportHeader report={report} actions={<ThemeButton />} />
      <p className={styles["origin"]}>{originOf(head)}</p>
      {resultId === null ? (
        <RunFacts report={report} />
      ) : (
        <p className={styles["labels"]}>
          <RunLabels report={report} />
        </p>
      )}
      {problems.length > 0 && <ProblemsNotice count={report.problemCount} problems={problems} />}
      {resultId === null && report.outputCount > 0 && (
        <RunOutputNotice count={report.outputCount} output={output} onOpen={data.readOutput} />
      )}
      <details className={styles["summary"]} open={printing}>
        <summary>{resultId === null ? "Summary" : "Summary of the whole report"}</summary>
        <ReportSummary report={report} />
      </details>
      {resultId === null && (
        <TestTools {...model} summary={report.summary} read={reading ? rows.length : null} total={total} />
      )}
      {printing && resultId === null && <PrintedFailures rows={rows} />}
      {items.length === 0 && !reading ? (
        <EmptyState title={total === 0 ? "No test results available." : "No tests match"} />
      ) : (
        <div className={resultId === null ? styles["list"] : undefined}>
          <RunEnded value={report.status !== "running"}>
            <TestList {...model} data={data} metadata={report.metadata} />
          </RunEnded>
        </div>
      )}
    </main>
  );
}

interface TestToolsProps extends Pick<
  ReturnType<typeof useTests>,
  "search" | "change" | "grouping" | "preferred" | "kept"
> {
  readonly summary: HtmlExportReport["report"]["summary"];
  /** Number of tests loaded so far; `null` once all are loaded. */
  readonly read: number | null;
  readonly total: number;
}

/** Filters, search, grouping and the number of tests. */
function TestTools({ search, change, grouping, preferred, kept, summary, read, total }: TestToolsProps) {
  return (
    <>
      <OutcomeFilter summary={summary} selected={search.status} onSelect={(next) => change({ status: next })} />
      <div className={styles["tools"]}>
        <SearchBox
          label="Search tests"
          value={search.q ?? ""}
          onChange={(text) => change({ q: text === "" ? undefined : text })}
        />
        <SegmentedControl
          size="xs"
          data={[...groupings]}
          value={grouping}
          onChange={(value) => change({ group: value === preferred ? undefined : value })}
          aria-label="Group tests by"
        />
        <output className={styles["count"]}>
          {read !== null ? `${formatCount(read)} of ${formatCount(total)} tests loaded` : counted(kept, "test")}
        </output>
      </div>
    </>
  );
}

/** Returns a text about the origin of the page and the artifacts that it does not contain. */
function originOf({ projectName, exportedAt, address, artifactsIncluded, goneArtifacts }: HtmlExportReport) {
  const removed =
    goneArtifacts === 0
      ? ""
      : ` ${counted(goneArtifacts, "file was", "files were")} missing when the report was exported.`;
  return (
    <>
      {`Project ${projectName}, exported ${formatTimestamp(exportedAt)}. `}
      {artifactsIncluded
        ? "Artifact files are included."
        : "Artifact files are not included; only their names are listed."}
      {removed}
      {isWebAddress(address) && (
        <>
          {" "}
          <a href={address} target="_blank" rel="noreferrer">
            Open on the server
          </a>
        </>
      )}
    </>
  );
}

function ThemeButton() {
  const scheme = useComputedColorScheme("light");
  const { setColorScheme } = useMantineColorScheme();
  const other = scheme === "dark" ? "light" : "dark";
  return (
    <ActionIcon
      variant="default"
      size="lg"
      className={styles["theme"] ?? ""}
      onClick={() => setColorScheme(other)}
      aria-label={`Use the ${other} theme`}
    >
      {scheme === "dark" ? <IconSun size={18} aria-hidden /> : <IconMoon size={18} aria-hidden />}
    </ActionIcon>
  );
}
