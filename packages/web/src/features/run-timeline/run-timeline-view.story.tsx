import type { RunTimeline } from "@plumb/contract/runs/timeline.ts";
import { useState } from "react";
import { RunTimelineView } from "./run-timeline-view.tsx";
import { sampleLane, sampleTimeline } from "./sample-timeline.ts";
import type { TimeWindow } from "./time-window.ts";

function Example({ timeline }: { readonly timeline: RunTimeline }) {
  const [window, setWindow] = useState<TimeWindow | null>(null);
  const [done, setDone] = useState("");
  const visible = window ?? { from: 0, to: timeline.duration };
  return (
    <main>
      <h1>Report</h1>
      <RunTimelineView
        reportId={7}
        timeline={timeline}
        closer={undefined}
        window={visible}
        onWindow={setWindow}
        align="clock"
        onAlign={(align) => setDone(`align ${align}`)}
        onOpenResult={(resultId) => setDone(`opened ${resultId}`)}
      />
      <output>{done}</output>
      <p data-testid="window">{`${Math.round(visible.from)}–${Math.round(visible.to)}`}</p>
    </main>
  );
}

export const Shards = () => <Example timeline={sampleTimeline} />;
export const NoStarts = () => (
  <Example
    timeline={{ ...sampleTimeline, startTime: null, duration: 0, balance: null, lanes: [], marks: [], unplaced: 12 }}
  />
);
export const NothingRan = () => (
  <Example
    timeline={{ ...sampleTimeline, startTime: null, duration: 0, balance: null, lanes: [], marks: [], unplaced: 0 }}
  />
);
export const NotStarted = () => (
  <Example
    timeline={{ ...sampleTimeline, startTime: null, duration: 0, balance: null, lanes: [], marks: [], waiting: 60 }}
  />
);
export const Live = () => <Example timeline={{ ...sampleTimeline, waiting: 34 }} />;
const manyLanes = Array.from({ length: 100 }, (_, lane) => sampleLane({ workers: [lane] }));
const manyMarks = Array.from({ length: 3000 }, (_, index) => ({
  lane: index % 100,
  start: Math.floor(index / 100) * 3000,
  duration: 2500,
  count: 17,
  failed: index % 97 === 0 ? 3 : 0,
  status: index % 97 === 0 ? ("failed" as const) : ("passed" as const),
  resultId: index + 1,
  attempt: 0,
  name: `<b>${"n".repeat(190)}`,
}));
export const Large = () => (
  <Example
    timeline={{
      ...sampleTimeline,
      slot: 3000,
      lanes: manyLanes,
      marks: manyMarks,
      hiddenLanes: 20,
      unplaced: 3,
      pause: 3_600_000,
    }}
  />
);
