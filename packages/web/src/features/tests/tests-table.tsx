import { Table } from "@mantine/core";
import type { TestSummary, TestView } from "@plumb/contract/tests/tests.ts";
import { IconShieldPause } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { counted, cut, formatCalendarDay, formatDuration, formatRate } from "#lib/format/format.ts";
import { CardTable } from "#ui/list/card-table.tsx";
import panel from "#ui/layout/panel.module.css";
import { TestStateBadge } from "#ui/badges/test-state.tsx";
import { TimeAgo } from "#ui/text/time-ago.tsx";
import { durationText, evidenceText, slowdown, titleOf } from "./test-texts.ts";
import styles from "./tests.module.css";

interface TestsTableProps {
  readonly tests: readonly TestSummary[];
  readonly view: TestView;
  /** Whether the rows belong to the previous list. */
  readonly stale: boolean;
}

/** Additional columns per view. */
const columns: Partial<Record<TestView, readonly string[]>> = {
  flaky: ["Score", "Why", "Time lost", "Since"],
  unstable: ["Score", "Why", "Time lost", "Since"],
  broken: ["Since", "Why"],
  slow: ["Duration", "Change"],
  slowing: ["Duration", "Change"],
  quarantined: ["Reason", "Ends"],
  gone: ["Last ran"],
};

/** Table of a project's tests. Each links to its page. */
export function TestsTable({ tests, view, stale }: TestsTableProps) {
  const named = columns[view] ?? ["State", "Last run"];
  return (
    <div className={`${panel["panel"]} ${styles["list"]}`} aria-busy={stale}>
      <CardTable label="Tests" columns={["Test", ...named, "Owner"]} verticalSpacing={6}>
        {tests.map((test) => (
          <Table.Tr key={test.id}>
            <TestCell test={test} view={view} />
            {named.map((column) => (
              <Table.Td
                key={column}
                data-part={column === "Why" || column === "Reason" ? undefined : "short"}
                data-label={column}
              >
                <Value test={test} column={column} />
              </Table.Td>
            ))}
            <Table.Td data-part="short" data-label="Owner">
              {test.owner === null ? (
                <span className={styles["quiet"]}>Nobody</span>
              ) : (
                <Link to="/tests" search={{ view: "all", owner: [test.owner] }} title="All tests of this owner">
                  <bdi>{cut(test.owner, 60)}</bdi>
                </Link>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </CardTable>
    </div>
  );
}

function TestCell({ test, view }: { readonly test: TestSummary; readonly view: TestView }) {
  const title = titleOf(test);
  const location = [test.file, test.variant].filter((part) => part !== null && part !== "").join(" · ");
  return (
    <Table.Td>
      <span className={styles["two"]}>
        <Link to="/tests/$testId" params={{ testId: String(test.id) }} className={styles["name"]} title={title}>
          <bdi dir="auto">{cut(title, 300)}</bdi>
        </Link>
        <span className={styles["under"]} title={location}>
          {test.quarantine !== null && view !== "quarantined" && (
            <span className={styles["held"]} title={test.quarantine.reason}>
              <IconShieldPause size={13} aria-hidden />
              {test.quarantine.kind === "mute" ? "Muted" : "In quarantine"}
            </span>
          )}
          <bdi dir="auto">{cut(location, 160)}</bdi>
        </span>
      </span>
    </Table.Td>
  );
}

function Value({ test, column }: { readonly test: TestSummary; readonly column: string }) {
  switch (column) {
    case "Score":
      return (
        <b title={`${counted(test.executions, "execution")} in the period, ${test.leftOut} excluded`}>
          {formatRate(test.score)}
        </b>
      );
    case "Why":
      return <Why test={test} />;
    case "Time lost":
      return test.lostTime === 0 ? "–" : formatDuration(test.lostTime);
    case "Since":
      return test.since === null ? "–" : <TimeAgo timestamp={test.since} />;
    case "Duration":
      return durationText(test);
    case "Change":
      return slowdown(test) ?? "–";
    case "Reason":
      return <bdi dir="auto">{cut(test.quarantine?.reason ?? "", 200)}</bdi>;
    case "Ends":
      return <Ends test={test} />;
    case "Last ran":
      return formatCalendarDay(test.lastDay);
    case "State":
      return <TestStateBadge state={test.state} />;
    default:
      return <LastRun test={test} />;
  }
}

function Why({ test }: { readonly test: TestSummary }) {
  const [cause] = test.causes;
  return (
    <span className={styles["two"]}>
      {test.state !== "broken" && <span>{evidenceText(test)}</span>}
      {cause !== undefined && (
        <Link to="/defects" search={{ group: cause.groupId }} className={styles["cause"]} title={cause.message}>
          <bdi dir="auto">{cut(cause.message, 200)}</bdi>
        </Link>
      )}
    </span>
  );
}

function Ends({ test: { quarantine } }: { readonly test: TestSummary }) {
  if (quarantine === null) return "–";
  const { endsAt, releaseAfter, cleanRuns } = quarantine;
  const clean = releaseAfter === null ? null : `after ${counted(releaseAfter, "clean run")} (${cleanRuns} so far)`;
  if (endsAt === null) return clean ?? "Manually";
  return (
    <>
      <TimeAgo timestamp={endsAt} />
      {clean !== null && ` or ${clean}`}
    </>
  );
}

function LastRun({ test: { lastRun } }: { readonly test: TestSummary }) {
  if (lastRun === null) return "–";
  const name = `#${lastRun.number}`;
  return (
    <>
      {lastRun.exists ? (
        <Link to="/reports/$reportId" params={{ reportId: String(lastRun.id) }}>
          {name}
        </Link>
      ) : (
        <span title="The report was deleted">{name}</span>
      )}{" "}
      <TimeAgo timestamp={lastRun.startTime} className={styles["quiet"]} />
    </>
  );
}
