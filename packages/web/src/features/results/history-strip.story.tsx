import type { PastResult } from "@plumb/contract/runs/results.ts";
import { HistoryStrip } from "./history-strip.tsx";

const past = (index: number, change: Partial<PastResult> = {}): PastResult => ({
  reportId: 100 + index,
  resultId: 1000 + index,
  number: index + 1,
  environment: "staging",
  startTime: "2026-03-01T09:41:00Z",
  status: "passed",
  flaky: false,
  duration: 14_200,
  ...change,
});

export const Thirty = () => (
  <HistoryStrip
    resultId={1029}
    history={Array.from({ length: 30 }, (_, index) =>
      past(index, {
        ...(index >= 27 && { status: "failed" }),
        ...(index === 20 && { flaky: true }),
        ...(index === 10 && { status: "skipped", duration: null }),
      }),
    )}
  />
);
export const First = () => <HistoryStrip resultId={1000} history={[past(0)]} />;
