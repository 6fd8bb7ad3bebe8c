import type { RunTimeline } from "@plumb/contract/runs/timeline.ts";
import { counted, formatDuration } from "#lib/format/format.ts";
import panel from "#ui/layout/panel.module.css";
import { laneName, lastLane, slowestShard } from "./lane-text.ts";
import styles from "./run-timeline.module.css";

interface TimelineBalanceProps {
  readonly timeline: RunTimeline;
  readonly balance: NonNullable<RunTimeline["balance"]>;
}

/** Metrics about worker utilisation and the end of the run. Each has its formula as a tooltip. */
export function TimelineBalance({ timeline, balance }: TimelineBalanceProps) {
  const { wall, busy, efficiency, balanced } = balance;
  const count = timeline.lanes.length + timeline.hiddenLanes;
  const workers = counted(count, "worker");
  const parts = timeline.pause > 0 ? ", added up over consecutive parts" : "";
  const longest = timeline.lanes.reduce((max, { slowest }) => Math.max(max, slowest?.duration ?? 0), 0);
  const bound =
    balanced <= longest ? "limited by the longest test, which cannot be split" : `${formatDuration(busy)} ÷ ${workers}`;
  const last = lastLane(timeline);
  const shard = slowestShard(timeline);
  const saved = Math.max(0, wall - balanced);
  return (
    <dl className={styles["figures"]}>
      <Figure name="Wall time" hint={`From the first start to the last end${parts}`} value={formatDuration(wall)}>
        {workers}
      </Figure>
      <Figure
        name="Parallel efficiency"
        hint={`${formatDuration(busy)} in tests ÷ (${workers} × ${formatDuration(wall)})${parts}`}
        value={`${efficiency.toFixed(0)}%`}
      >
        {`${formatDuration(busy)} in tests`}
      </Figure>
      <Figure
        name="Best possible"
        hint={`It would take ${formatDuration(balanced)}: ${bound}${parts}`}
        value={formatDuration(balanced)}
      >
        {saved < wall / 20 ? "No savings possible" : `${formatDuration(saved)} less`}
      </Figure>
      {last !== null && (
        <Figure name="Ends last" hint="The run waits for it" value={formatDuration(timeline.lanes[last]?.end ?? 0)}>
          {laneName(timeline.lanes, last)}
        </Figure>
      )}
      {shard !== null && (
        <Figure
          name="Slowest shard"
          hint="Longest time between its first start and its last end"
          value={`Shard ${shard}`}
        >
          Move tests to other shards
        </Figure>
      )}
    </dl>
  );
}

interface FigureProps {
  readonly name: string;
  readonly value: string;
  readonly hint: string;
  readonly children: string;
}

function Figure({ name, value, hint, children }: FigureProps) {
  return (
    <div className={panel["panel"]} title={hint}>
      <dt>{name}</dt>
      <dd>
        {value}
        <small>{children}</small>
      </dd>
    </div>
  );
}
