import { Select, Skeleton } from "@mantine/core";
import type { FailureStory } from "@plumb/contract/failures/story.ts";
import type { TestDay, TestDetails, TestExecution } from "@plumb/contract/tests/test-page.ts";
import type { TrendEvent } from "@plumb/contract/trends/events.ts";
import { Link } from "@tanstack/react-router";
import type { ComponentType, ReactNode } from "react";
import { counted, cut } from "#lib/format/format.ts";
import panel from "#ui/layout/panel.module.css";
import { Tag } from "#ui/badges/tag.tsx";
import { TestStateBadge } from "#ui/badges/test-state.tsx";
import { TimeAgo } from "#ui/text/time-ago.tsx";
import { CausesSection } from "./causes-section.tsx";
import { ChangesSection } from "./changes-section.tsx";
import { DayStrip } from "./day-strip.tsx";
import { type NameActions, NamesSection } from "./names-section.tsx";
import { timelineEvents } from "./test-events.ts";
import { lanesOf, maxLanes } from "./test-lanes.ts";
import { visibleDays, type TestScope } from "./test-page.queries.ts";
import { scopeOfVerdict } from "./scope-of-verdict.ts";
import styles from "./test-view.module.css";
import machine from "./time-machine.module.css";
import { type OlderExecutions, type Streak, TimeMachine } from "./time-machine.tsx";
import { VerdictSection } from "./verdict-section.tsx";

interface TestViewProps {
  readonly projectId: number;
  readonly test: TestDetails;
  /** How the current failures began. `undefined` while loading, `null` if the test does not fail. */
  readonly story: FailureStory | null | undefined;
  /** Deployments and outages since the first of the executions. */
  readonly events: readonly TrendEvent[];
  /** `undefined` while loading. */
  readonly executions: readonly TestExecution[] | undefined;
  readonly older: OlderExecutions;
  /** Error, picture and commit of an execution, from another feature. */
  readonly Details: ComponentType<{ readonly execution: TestExecution }>;
  readonly days: readonly TestDay[] | undefined;
  /** Current day in UTC, `2030-01-31`, like the days of the test. */
  readonly today: string;
  /** Selected environment and branch. `null` shows those that determined the state, with the latest runs of all others. */
  readonly scope: TestScope | null;
  readonly onScope: (scope: TestScope | null) => void;
  /** `undefined` for viewers. */
  readonly nameActions: NameActions | undefined;
  /** Parts from other features: quarantine, owner, items. */
  readonly actions?: ReactNode;
  readonly notice?: ReactNode;
  readonly aside?: ReactNode;
  /** Commits between the last pass and the first failure. */
  readonly Commits: ComponentType<Streak>;
}

/** History of a test across runs. */
export function TestView({ test, actions, notice, aside, nameActions, story, projectId, ...history }: TestViewProps) {
  return (
    <>
      <Head test={test} actions={actions} />
      {test.sameAs !== null && (
        <output className={styles["same"]}>
          Continued as{" "}
          <Link to="/tests/$testId" params={{ testId: String(test.sameAs.id) }}>
            <bdi dir="auto">{cut(test.sameAs.titlePath.join(" › "), 300)}</bdi>
          </Link>
          , whose page shows the history of both.{" "}
          {nameActions !== undefined && (
            <button type="button" onClick={() => nameActions.onMerge(test.id, null)}>
              Separate them
            </button>
          )}
        </output>
      )}
      {notice}
      <div className={styles["columns"]}>
        <div className={styles["main"]}>
          <VerdictSection test={test} story={story} projectId={projectId} />
          <History test={test} {...history} />
          <CausesSection causes={test.allCauses} />
        </div>
        <div className={styles["main"]}>
          {aside}
          <ChangesSection changes={test.changes} quarantines={test.quarantines} />
          <NamesSection test={test} actions={nameActions} />
        </div>
      </div>
    </>
  );
}

function Head({ test, actions }: Pick<TestViewProps, "actions" | "test">) {
  const title = test.titlePath.at(-1) ?? "";
  const location = [test.file, ...test.titlePath.slice(0, -1)].filter((part) => part !== null).join(" › ");
  return (
    <header className={styles["head"]}>
      <div>
        <Link to="/tests" className={styles["back"]}>
          Tests
        </Link>
        <h1>
          <bdi dir="auto">{cut(title, 500)}</bdi>
        </h1>
        <p className={styles["quiet"]}>
          <bdi dir="auto">{cut(location, 500)}</bdi>
        </p>
        <div className={styles["badges"]}>
          <TestStateBadge state={test.state} />
          {test.since !== null && (
            <span className={styles["quiet"]}>
              since <TimeAgo timestamp={test.since} />
            </span>
          )}
          {test.variant !== "" && <Tag longest={60}>{test.variant}</Tag>}
          {test.tags.slice(0, 20).map((tag) => (
            <Tag key={tag} longest={40}>
              {tag}
            </Tag>
          ))}
        </div>
      </div>
      <div className={styles["actions"]}>{actions}</div>
    </header>
  );
}

type HistoryProps = Pick<
  TestViewProps,
  "Commits" | "Details" | "days" | "events" | "executions" | "older" | "onScope" | "scope" | "test" | "today"
>;

function History({ test, executions, events, older, Details, Commits, days, today, scope, onScope }: HistoryProps) {
  const { bracket, mainBranches } = test;
  const verdict = bracket === null ? null : { branch: bracket.firstBad.branch, environment: bracket.environment };
  const { lanes, hidden } = lanesOf(executions ?? [], { verdict, mainBranches });
  const { environment, branch } = scope ?? { environment: undefined, branch: undefined };
  const change = (next: TestScope) =>
    onScope(next.environment === undefined && next.branch === undefined ? null : next);
  return (
    <section className={`${panel["panel"]} ${styles["section"]}`} aria-label="History">
      <div className={styles["tools"]}>
        <h2>History</h2>
        <ScopeSelect
          label="Environment"
          all="All environments"
          values={test.environments}
          value={environment}
          onChange={(value) => change({ branch, environment: value })}
        />
        <ScopeSelect
          label="Branch"
          all="All branches"
          values={test.branches}
          value={branch}
          onChange={(value) => change({ environment, branch: value })}
        />
      </div>
      {executions === undefined ? (
        <Skeleton className={machine["space"] ?? ""} animate={false} />
      ) : lanes.length === 0 ? (
        <p className={styles["quiet"]}>No reports with this test are stored. Daily results are kept.</p>
      ) : (
        <>
          <TimeMachine {...{ lanes, older, Details, Commits }} events={timelineEvents(test, events)} />
          {hidden > 0 && (
            <p className={styles["quiet"]}>
              {`${maxLanes} of ${counted(maxLanes + hidden, "branch and environment", "branches and environments")} in the loaded runs. Select an environment or a branch to see others.`}
            </p>
          )}
        </>
      )}
      <h3>{daysTitle(scope ?? scopeOfVerdict(test))}</h3>
      <DayStrip days={days ?? []} until={today} length={visibleDays} />
    </section>
  );
}

function daysTitle({ environment, branch }: TestScope): string {
  const where = [branch === "" ? "runs without a branch" : branch, environment].filter((part) => part !== undefined);
  return [`By day, ${visibleDays} days (UTC)`, ...where.map((part) => cut(part, 80))].join(" · ");
}

interface ScopeSelectProps {
  readonly label: string;
  readonly all: string;
  readonly values: readonly string[];
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** Value of the select for runs without a branch. */
const none = "\u0000";

function ScopeSelect({ label, all, values, value, onChange }: ScopeSelectProps) {
  if (values.length < 2) return null;
  return (
    <Select
      size="xs"
      aria-label={label}
      placeholder={all}
      clearable
      searchable={values.length > 10}
      data={values.map((each) => ({
        value: each === "" ? none : each,
        label: each === "" ? "No branch" : cut(each, 80),
      }))}
      value={value === undefined ? null : value === "" ? none : value}
      onChange={(next) => onChange(next === null ? undefined : next === none ? "" : next)}
    />
  );
}
