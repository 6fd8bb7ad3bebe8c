import { Tabs } from "@mantine/core";
import { counted } from "#lib/format/format.ts";
import type { DefectSummary, FailureOptions } from "@plumb/contract/failures/failures.ts";
import type { ReactNode } from "react";
import { type FailureSearch, type FailureTab, narrowed } from "#lib/address/failure-search.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { PageHeader } from "#ui/layout/page-header.tsx";
import panel from "#ui/layout/panel.module.css";
import { ClassBreakdown } from "#features/failures/summary/class-breakdown.tsx";
import { FailureActions, type FailureActionsProps } from "#features/failures/decisions/failure-actions.tsx";
import { FailureChips } from "#features/failures/filters/failure-chips.tsx";
import { FailureTools } from "#features/failures/filters/failure-tools.tsx";
import { windowText } from "./failure-texts.ts";
import { FailuresSkeleton } from "./failures-skeleton.tsx";
import styles from "./failures-view.module.css";
import { KeysLine } from "#features/failures/lists/keys-line.tsx";
import { NoFailures } from "#features/failures/lists/no-failures.tsx";
import { PendingLine } from "#features/failures/summary/pending-line.tsx";
import { TriageButton } from "#features/failures/filters/triage-button.tsx";
import { RulesButton } from "#features/failures/filters/rules-button.tsx";
import { SummaryCards } from "#features/failures/summary/summary-cards.tsx";

const tabs: readonly { readonly tab: FailureTab; readonly label: string }[] = [
  { tab: "tests", label: "By Test Case" },
  { tab: "runs", label: "By Suite/Run" },
  { tab: "groups", label: "Groups (Deduped)" },
];

interface FailuresViewProps {
  /** `undefined` while loading. */
  readonly summary: DefectSummary | undefined;
  /** Whether the data belongs to the previous period. */
  readonly stale: boolean;
  readonly error: Error | null;
  readonly onRetry: () => void;
  /** Options of the filters; `undefined` while loading. */
  readonly options: FailureOptions | undefined;
  /** Finds options on the server that contain the text. */
  readonly onFind?: ((part: string) => Promise<FailureOptions>) | undefined;
  readonly search: FailureSearch;
  readonly onSearch: (search: FailureSearch) => void;
  readonly runName: (runId: number) => string | undefined;
  /** Menu of saved views. */
  readonly views?: ReactNode;
  /** `undefined` for viewers. */
  readonly actions: FailureActionsProps | undefined;
  /** Notices above the metrics: ongoing incidents and background work. */
  readonly notice?: ReactNode;
  /** Incidents that have ended, below the list. */
  readonly past?: ReactNode;
  /** The list of the tab. */
  readonly children: ReactNode;
}

/** Failures page with header, filters and metrics above the list of the selected tab. */
export function FailuresView({ actions, notice, children, ...view }: FailuresViewProps) {
  const { summary, error, onRetry, search, onSearch, runName } = view;
  return (
    <>
      <PageHeader
        title="Failure Analysis"
        isCompact
        subtitle={summary === undefined ? null : subtitleOf(summary, search, view.stale)}
      >
        <RulesButton onOpen={() => onSearch({ ...search, show: "rules" })} />
        {actions !== undefined && <FailureActions {...actions} />}
      </PageHeader>
      <FailureTools
        options={view.options}
        onFind={view.onFind}
        search={search}
        onSearch={onSearch}
        views={view.views}
      />
      <FailureChips search={search} onSearch={onSearch} runName={runName} />
      {/* Rendered before it has a text, so that screen readers announce the text. */}
      <div aria-live="polite">{notice}</div>
      {error !== null && (
        <div className={styles["error"]}>
          <ErrorPanel error={error} fallback="Failed to load defect summary" onRetry={onRetry} />
        </div>
      )}
      {summary === undefined ? (
        error === null && <FailuresSkeleton />
      ) : summary.totalFailures === 0 && summary.pendingRuns === 0 ? (
        <NoFailures search={search} onSearch={onSearch} />
      ) : (
        <Metrics summary={summary} search={search} onSearch={onSearch} triage={actions !== undefined}>
          {children}
        </Metrics>
      )}
      {view.past}
    </>
  );
}

interface MetricsProps extends Pick<FailuresViewProps, "search" | "onSearch" | "children"> {
  readonly summary: DefectSummary;
  readonly triage: boolean;
}

function Metrics({ summary, search, onSearch, triage, children }: MetricsProps) {
  const visible = search.tab ?? "groups";
  return (
    <>
      <PendingLine runs={summary.pendingRuns} />
      <div className={`${panel["panel"]} ${styles["summary"]}`}>
        <SummaryCards summary={summary} search={search} onSearch={onSearch} />
        <ClassBreakdown summary={summary} search={search} onSearch={onSearch} />
      </div>
      <Tabs
        value={visible}
        onChange={(value) => {
          const next = tabs.find(({ tab }) => tab === value)?.tab;
          if (next !== undefined) onSearch(narrowed(search, { tab: next === "groups" ? undefined : next }));
        }}
        keepMounted={false}
      >
        <div className={styles["lists"]}>
          <Tabs.List className={styles["tabs"] ?? ""} aria-label="Lists of failures">
            {tabs.map(({ tab, label }) => (
              <Tabs.Tab key={tab} value={tab}>
                {label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {summary.groups > 0 && (
            <TriageButton onStart={() => onSearch({ ...search, triage: "start", group: undefined, page: undefined })} />
          )}
        </div>
        <Tabs.Panel value={visible}>
          {children}
          <KeysLine triage={triage && visible !== "runs"} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

/** `179 failures in the last 30 days, grouped into 14 causes`. */
function subtitleOf({ totalFailures, groups }: DefectSummary, search: FailureSearch, stale: boolean): string {
  if (stale) return "Counting failures…";
  const causes = groups === 0 ? "" : `, grouped into ${counted(groups, "cause")}`;
  return `${counted(totalFailures, "failure")} ${windowText(search)}${causes}`;
}
