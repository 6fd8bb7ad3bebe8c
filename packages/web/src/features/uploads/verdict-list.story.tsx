import type { FileVerdict } from "@plumb/contract/runs/ingest.ts";
import { VerdictList } from "./verdict-list.tsx";

const verdict = (name: string, change: Partial<FileVerdict> = {}): FileVerdict => ({
  name,
  verdict: "imported",
  format: "junit",
  reportId: 1,
  tests: 1200,
  reason: null,
  ...change,
});
const none = { format: null, reportId: null, tests: 0 } as const;

export const OneOfEach = () => (
  <VerdictList
    verdicts={[
      verdict("results.xml"),
      verdict("shot.png", { ...none, verdict: "artifact" }),
      verdict("again.xml", { verdict: "duplicate", reason: "The report had this file already." }),
      verdict("cut.xml", { verdict: "partial", reason: "It breaks off in line 40." }),
      verdict("notes.txt", { ...none, verdict: "unused", reason: "No report refers to it." }),
      verdict("photo.bin", { ...none, verdict: "rejected", reason: "No format recognises it." }),
    ]}
  />
);
export const Thousand = () => (
  <VerdictList verdicts={Array.from({ length: 1000 }, (_, index) => verdict(`shard-${index}.xml`))} />
);
export const Hostile = () => (
  <VerdictList
    verdicts={[
      verdict("../../<img src=x onerror=\"document.title='pwned'\">.xml", {
        verdict: "rejected",
        reason: "r".repeat(100_000),
      }),
    ]}
  />
);
