import { Button } from "@mantine/core";
import type { LiveFailure, LiveRun, RunPace } from "@plumb/contract/runs/live-run.ts";
import type { Report } from "@plumb/contract/runs/reports.ts";
import { Link } from "@tanstack/react-router";
import { counted, cut, formatCount } from "#lib/format/format.ts";
import panel from "#ui/layout/panel.module.css";
import { RunStanding } from "./run-standing.tsx";
import { Thumbnail } from "./thumbnail.tsx";
import { ElapsedTime } from "#ui/text/elapsed-time.tsx";
import { laneName } from "./lane-text.ts";
import type { LiveLane } from "./live-lanes.ts";
import styles from "./live-run.module.css";

interface LiveRunViewProps {
  readonly report: Pick<Report, "id" | "progress" | "startTime" | "status" | "summary">;
  /** `undefined` until it is loaded. */
  readonly live: LiveRun | undefined;
  /** `null` if there are too few earlier runs, and until it is loaded. */
  readonly pace: RunPace | null;
  readonly lanes: readonly LiveLane[];
  /** Milliseconds that the browser's clock is ahead of the server's. */
  readonly skewMs: number;
  readonly failed: boolean;
  /** `null` while the run is running. */
  readonly onHide: (() => void) | null;
}

/** Running tests of each worker, and the latest failures. Its height is fixed, so that the page does not move. */
export function LiveRunView({ report, live, pace, lanes, skewMs, failed, onHide }: LiveRunViewProps) {
  const busy = lanes.filter(({ test }) => test !== null).length;
  const hidden = (live?.runningCount ?? 0) - busy;
  return (
    <section className={`${panel["panel"]} ${styles["live"]}`} aria-labelledby="live-run">
      <div className={styles["head"]}>
        <h2 id="live-run">{onHide === null ? "Running now" : "The run has ended"}</h2>
        {onHide === null && lanes.length > 0 && (
          <span className={styles["quiet"]}>
            {`${formatCount(busy)} of ${counted(lanes.length, "worker")} busy${hidden > 0 ? `, ${counted(hidden, "more running test")}` : ""}`}
          </span>
        )}
        <Link
          to="/reports/$reportId"
          params={{ reportId: String(report.id) }}
          search={{ view: "timeline" }}
          resetScroll={false}
        >
          Run timeline
        </Link>
        {onHide !== null && (
          <Button size="compact-sm" variant="default" onClick={onHide}>
            Hide
          </Button>
        )}
      </div>
      <div className={styles["columns"]}>
        <RunStanding report={report} pace={pace} skewMs={skewMs} />
        <Lanes lanes={lanes} skewMs={skewMs} state={failed ? "failed" : live === undefined ? "loading" : "loaded"} />
        <Failures reportId={report.id} failures={live?.failures ?? []} summary={report.summary} />
      </div>
    </section>
  );
}

interface LanesProps {
  readonly lanes: readonly LiveLane[];
  readonly skewMs: number;
  readonly state: "failed" | "loaded" | "loading";
}

function Lanes({ lanes, skewMs, state }: LanesProps) {
  return (
    <div className={styles["column"]}>
      <h3>Workers</h3>
      {lanes.length === 0 ? (
        <p className={styles["quiet"]}>
          {state === "loading"
            ? "Loading …"
            : state === "failed"
              ? "The running tests could not be loaded. Trying again."
              : "No test is running at the moment."}
        </p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls: the keyboard must reach it
        <ol className={styles["lanes"]} aria-label="Workers" tabIndex={0}>
          {lanes.map((lane, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- lanes keep their places and are only added
            <li key={index} data-idle={lane.test === null}>
              <span className={styles["lane"]}>{laneName(lanes, index)}</span>
              {lane.test === null ? (
                <span className={styles["quiet"]}>idle</span>
              ) : (
                <>
                  <bdi className={styles["name"]} title={lane.test.name}>
                    {lane.test.name}
                    {lane.test.variant !== "" && (
                      <span className={styles["quiet"]}>{` [${cut(lane.test.variant, 40)}]`}</span>
                    )}
                  </bdi>
                  <span className={styles["time"]}>
                    {lane.test.startedAt !== null && (
                      <ElapsedTime since={new Date(Date.parse(lane.test.startedAt) + skewMs).toISOString()} />
                    )}
                  </span>
                </>
              )}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

interface FailuresProps {
  readonly reportId: number;
  readonly failures: readonly LiveFailure[];
  readonly summary: Report["summary"];
}

function Failures({ reportId, failures, summary }: FailuresProps) {
  const count = summary.failed + summary.errored;
  return (
    <div className={styles["column"]}>
      <h3>{count === 0 ? "No failures so far" : `Failing so far: ${counted(count, "test")}`}</h3>
      {failures.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls: the keyboard must reach it
        <ol className={styles["failures"]} aria-label="Latest failures" tabIndex={0}>
          {failures.map(({ resultId, name, variant, errorLine, similar, picture }) => (
            <li key={resultId}>
              <Link
                to="/reports/$reportId"
                params={{ reportId: String(reportId) }}
                search={{ result: resultId }}
                resetScroll={false}
              >
                {picture !== null && <Thumbnail url={picture} />}
                <bdi>{errorLine ?? "No error message"}</bdi>
              </Link>
              <bdi className={styles["quiet"]} title={name}>
                {`${name}${variant === "" ? "" : ` [${cut(variant, 40)}]`}${similar === 1 ? "" : ` and ${counted(similar - 1, "more test")}`}`}
              </bdi>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
