import type { PastResult } from "@plumb/contract/runs/results.ts";
import { HistoryStrip } from "./history-strip.tsx";

const past = (index: number, change: Partial<PastResult> = {}): PastResult => ({
  reportId: 100 + index,
  resultId: 1000 + index,
  number: index + 1,
  environment: "staging",
  branch: "main",
  commit: "a91f3c2d5e6f7a8b9c0d",
  startTime: "2026-03-01T09:41:00Z",
  status: "passed",
  flaky: false,
  duration: 14_200,
  ...change,
});

const scoped = { scope: "same", onScope: () => undefined } as const;

export const Thirty = () => (
  <HistoryStrip
    {...scoped}
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
export const First = () => <HistoryStrip {...scoped} resultId={1000} history={[past(0)]} />;
