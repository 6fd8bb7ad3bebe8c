import type { Step } from "@plumb/contract/results.ts";
import { StepList } from "./step-list.tsx";

const step = (title: string, change: Partial<Step> = {}): Step => ({
  title,
  depth: 0,
  status: "passed",
  duration: 120,
  ...change,
});

export const Nested = () => (
  <StepList
    steps={[
      step("Before Hooks", { duration: 300 }),
      step("browserContext.newPage", { depth: 1, duration: 250 }),
      step("Pay", { status: "failed", duration: 900, error: "\u001B[31mTimeout\u001B[39m of 900 ms\nsecond line" }),
      step("After Hooks", { status: "skipped", duration: null }),
    ]}
  />
);
export const TenThousand = () => (
  <StepList steps={Array.from({ length: 10_000 }, (_, index) => step(`step ${index + 1}`, { depth: index % 40 }))} />
);
export const NoDurations = () => (
  <StepList steps={[step("one", { duration: null }), step("two", { duration: null })]} />
);
export const Hostile = () => (
  <StepList
    steps={[
      step("<b onmouseover=\"document.title='pwned'\">bold</b>"),
      step("w".repeat(1_000_000)),
      step("\u202Eesrever", { depth: 5000 }),
    ]}
  />
);
