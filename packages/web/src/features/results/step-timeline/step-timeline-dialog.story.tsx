import { Button } from "@mantine/core";
import type { Step } from "@plumb/contract/runs/results.ts";
import { useState } from "react";
import { StepTimelineDialog } from "./step-timeline-dialog.tsx";

const step = (title: string, duration: number | null, change: Partial<Step> = {}): Step => ({
  title,
  depth: 0,
  status: "passed",
  duration,
  ...change,
});

function Example({
  steps,
  title = "checkout › pays by card",
}: {
  readonly steps: readonly Step[];
  readonly title?: string;
}) {
  const [opened, setOpened] = useState(true);
  return (
    <main>
      <h1>Report</h1>
      <Button onClick={() => setOpened(true)}>Timeline</Button>
      <StepTimelineDialog title={title} steps={steps} opened={opened} onClose={() => setOpened(false)} />
    </main>
  );
}

export const Nested = () => (
  <Example
    steps={[
      step("Before Hooks", 300),
      step("browserContext.newPage", 250, { depth: 1 }),
      step("Open the shop", 1000),
      step("page.goto(/)", 800, { depth: 1 }),
      step("Pay", 2000, { status: "failed" }),
      step("fill the form", 400, { depth: 1 }),
      step("locator.click", 1500, { depth: 1, status: "failed" }),
      step("Worker teardown", 20),
      step("After Hooks", null, { status: "skipped" }),
    ]}
  />
);
export const NoDurations = () => <Example steps={[step("one", null), step("two", null)]} />;
export const NoSteps = () => <Example steps={[]} />;
const tenThousand = Array.from({ length: 10_000 }, (_, index) =>
  step(`step ${index + 1}`, (index % 100) + 1, { depth: index % 10 === 0 ? 0 : 1 }),
);
export const TenThousand = () => <Example steps={tenThousand} />;
export const Hostile = () => (
  <Example
    title={'"><img src=x onerror="document.title=\'pwned\'">'.repeat(20)}
    steps={[
      step("<b onmouseover=\"document.title='pwned'\">bold</b>", 12),
      step("w".repeat(1_000_000), 3_600_000, { depth: 9000 }),
      step("\u001B[31m\u202Eesrever", 5, { depth: 5000 }),
    ]}
  />
);
