import type { Problem } from "@plumb/contract/runs/reports.ts";
import { ProblemsNotice } from "./problems-notice.tsx";

const problem = (id: number, change: Partial<Problem> = {}): Problem => ({
  id,
  severity: "warning",
  file: "results.xml",
  line: 12,
  reason: "A duration was not a number",
  ...change,
});

export const Warnings = () => <ProblemsNotice count={2} problems={[problem(1), problem(2, { line: null })]} />;
export const Serious = () => (
  <ProblemsNotice
    count={2}
    problems={[problem(1), problem(2, { severity: "incomplete", reason: "The file ends in the middle of a test" })]}
  />
);
export const OfMany = () => <ProblemsNotice count={4321} problems={[problem(1)]} />;
export const Loading = () => <ProblemsNotice count={3} problems={undefined} />;
export const Hostile = () => (
  <ProblemsNotice
    count={1}
    problems={[
      problem(1, {
        reason: `<a href="javascript:alert(1)">${"x".repeat(1_000_000)}`,
        file: "../../\u202Elmx.exe",
      }),
    ]}
  />
);
