import { Button } from "@mantine/core";
import type { Incident } from "@plumb/contract/failures/incidents.ts";
import { rate } from "@plumb/contract/figures.ts";
import { IconServer2 } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { TestGridSearch } from "#lib/address/test-grid-search.ts";
import { calendarDay, counted, cut, formatDuration, formatRate } from "#lib/format/format.ts";
import { TimeAgo } from "#ui/text/time-ago.tsx";
import bands from "#ui/layout/bands.module.css";
import styles from "./incidents.module.css";

/** Report with failures of an incident. */
export interface ReportOfIncidents {
  readonly id: number;
  readonly passed: number;
  /** Number of passed, failed and errored tests. */
  readonly ran: number;
}

interface IncidentBandProps {
  readonly incident: Incident;
  readonly onLeaveOut: ((incident: Incident, leftOut: boolean) => void) | undefined;
  readonly report: ReportOfIncidents | undefined;
}

/** `Incident: inventory.staging, Application Unreachable`, with the affected tests and the available actions. */
export function IncidentBand({ incident, onLeaveOut, report }: IncidentBandProps) {
  const { leftOut, elsewhere } = incident;
  const [title, more] = named(incident);
  return (
    <li className={`${bands["band"]} ${styles["incident"]}`}>
      <IconServer2 size={18} aria-hidden className={styles["icon"]} />
      <div className={bands["what"]}>
        <strong>{`Incident: ${cut(title, 120)}`}</strong>
        {more !== null && <span className={styles["more"]}>{cut(more, 160)}</span>}
        <p>
          {`${counted(incident.tests, "test")} failed in ${counted(incident.runCount, "report")}${afterRetries(incident)}, `}
          <When incident={incident} />
          {incident.kind === "fact" && " Tests with other values passed at that time."}
          {elsewhere.length > 0 && (
            <span title={elsewhere.map((each) => `${each.projectName}: ${counted(each.tests, "test")}`).join("\n")}>
              {` Also in ${elsewhere.map(({ projectName }) => cut(projectName, 40)).join(", ")}.`}
            </span>
          )}
          {report !== undefined && <ReportShare incident={incident} report={report} />}
          {leftOut !== null && ` Excluded from rates${leftOut.by === null ? "" : ` by ${cut(leftOut.by, 60)}`}.`}
        </p>
      </div>
      <div className={bands["side"]}>
        {incident.failures > 0 && (
          <Link
            className={bands["open"]}
            to="/defects"
            search={{
              window: "custom",
              startDate: calendarDay(incident.startedAt),
              endDate: calendarDay(incident.endedAt),
              incident: incident.id,
            }}
          >
            Show its failures
          </Link>
        )}
        <Link className={bands["open"]} to="/tests/grid" search={gridOfIncident(incident)}>
          Show as a grid
        </Link>
        {onLeaveOut !== undefined && (
          <Button
            variant="default"
            size="xs"
            title={
              leftOut === null
                ? "The pass rates of the project exclude its failures; reports keep their counters."
                : "The pass rates of the project include its failures again."
            }
            onClick={() => onLeaveOut(incident, leftOut === null)}
          >
            {leftOut === null ? "Exclude from rates" : "Include in rates"}
          </Button>
        )}
      </div>
    </li>
  );
}

/** Returns the name of an incident and a detail. The class is a more informative detail than the error. */
function named({ kind, name, subClass }: Incident): readonly [string, string | null] {
  if (subClass === null) return [name, null];
  return kind === "cause" ? [subClass.name, name] : [name, subClass.name];
}

/** Returns ` (1 failure remained after retries)` if some failures remained. */
function afterRetries({ tests, failures }: Incident): string {
  if (failures >= tests) return "";
  return ` (${failures === 0 ? "no failures" : counted(failures, "failure")} remained after retries)`;
}

/** Time of an incident: `began 20 min ago and may go on.`, `2 h ago, within 12 min.` */
function When({ incident: { startedAt, endedAt, ongoing } }: Pick<IncidentBandProps, "incident">) {
  const lasted = Date.parse(endedAt) - Date.parse(startedAt);
  return (
    <>
      <TimeAgo timestamp={startedAt} />
      {lasted >= 60_000 && `, within ${formatDuration(lasted)}`}
      {ongoing ? "; it may be ongoing." : "."}
    </>
  );
}

/** Share of the report's failures, and the pass rate without it. */
function ReportShare({ incident, report }: { readonly incident: Incident; readonly report: ReportOfIncidents }) {
  const here = incident.runs.find(({ id }) => id === report.id)?.failures ?? 0;
  if (here === 0) return null;
  const without = rate(report.passed, report.ran - here);
  return (
    <>
      {` ${counted(here, "failure")} of this report`}
      {without === null ? "." : `; the pass rate without ${here === 1 ? "it" : "them"} is ${formatRate(without)}.`}
    </>
  );
}

/** Tests of an incident in the runs of its suites. */
function gridOfIncident({ id, runs }: Incident): TestGridSearch {
  const suite = [...new Set(runs.map(({ suiteName }) => suiteName))];
  return { incident: id, color: "cause", ...(suite.length > 0 && { suite }) };
}
