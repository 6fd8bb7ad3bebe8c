import { Table } from "@mantine/core";
import type { RunTimeline, TimelineLane } from "@plumb/contract/runs/timeline.ts";
import { cut, formatCount, formatDuration, formatSeconds } from "#lib/format/format.ts";
import { CardTable } from "#ui/list/card-table.tsx";
import panel from "#ui/layout/panel.module.css";
import { laneName, lastLane } from "./lane-text.ts";
import styles from "./run-timeline.module.css";

interface LaneTableProps {
  readonly timeline: RunTimeline;
  readonly onOpenResult: (resultId: number) => void;
}

/** Timeline as a table: tests, idle time and slowest test of each lane. */
export function LaneTable({ timeline, onOpenResult }: LaneTableProps) {
  const last = lastLane(timeline);
  return (
    <section className={panel["panel"]} aria-labelledby="timeline-lanes">
      <div className={panel["head"]}>
        <h2 id="timeline-lanes">Workers</h2>
      </div>
      <CardTable label="Workers" columns={["Worker", "Executions", "Failed", "Busy", "Idle", "Gaps", "Slowest test"]}>
        {timeline.lanes.map((lane, index) => (
          <LaneRow
            key={index}
            name={laneName(timeline.lanes, index)}
            lane={lane}
            last={index === last}
            onOpenResult={onOpenResult}
          />
        ))}
      </CardTable>
    </section>
  );
}

interface LaneRowProps {
  readonly name: string;
  readonly lane: TimelineLane;
  readonly last: boolean;
  readonly onOpenResult: (resultId: number) => void;
}

function LaneRow({ name, lane, last, onOpenResult }: LaneRowProps) {
  const { executions, failed, busy, idle, gaps, longestGap, slowest } = lane;
  const share = busy + idle === 0 ? 0 : (100 * idle) / (busy + idle);
  return (
    <Table.Tr>
      <Table.Td data-part="name" className={styles["lane"] ?? ""}>
        {name}
        {last && <span className={styles["tag"]}>Ends last</span>}
      </Table.Td>
      <Table.Td data-part="short" data-label="Executions">
        {formatCount(executions)}
      </Table.Td>
      <Table.Td data-part="short" data-label="Failed">
        <span
          style={failed > 0 ? { color: "var(--failed-ink)", fontWeight: "var(--mantine-font-weight-bold)" } : undefined}
        >
          {formatCount(failed)}
        </span>
      </Table.Td>
      <Table.Td data-part="short" data-label="Busy">
        {formatDuration(busy)}
      </Table.Td>
      <Table.Td data-part="short" data-label="Idle">
        <span
          title={`${formatDuration(idle)} idle ÷ ${formatDuration(busy + idle)} between the first start and the last end in its upload`}
        >
          {`${share.toFixed(0)}% · ${formatDuration(idle)}`}
        </span>
      </Table.Td>
      <Table.Td data-part="short" data-label="Gaps">
        <span className={styles["gaps"]} title="Idle gaps of at least 1% of the duration of the upload">
          {`${formatCount(gaps)} · longest ${formatDuration(longestGap)}`}
        </span>
      </Table.Td>
      <Table.Td data-label="Slowest test" className={styles["slowest"] ?? ""}>
        {slowest === null ? (
          "–"
        ) : (
          <button type="button" className={styles["open"]} onClick={() => onOpenResult(slowest.resultId)}>
            {cut(slowest.name, 120)} <span>{formatSeconds(slowest.duration)}</span>
          </button>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
