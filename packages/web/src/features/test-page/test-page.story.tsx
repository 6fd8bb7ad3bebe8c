import type { FailureStory } from "@plumb/contract/failures/story.ts";
import type { TrendEvent } from "@plumb/contract/trends/events.ts";
import type { TestDetails, TestExecution } from "@plumb/contract/tests/test-page.ts";
import type { NamedRun } from "@plumb/contract/tests/tests.ts";
import { useState } from "react";
import type { TestScope } from "./test-page.queries.ts";
import { sampleStory } from "#ui/story/sample-story.ts";
import { TestView } from "./test-view.tsx";
import type { OlderExecutions, Streak } from "./time-machine.tsx";

const run = (number: number, change: Partial<NamedRun> = {}): NamedRun => ({
  id: number,
  number,
  startTime: "2026-03-01T08:00:00.000Z",
  commit: `${number}c1ff7a91f3c2d5`,
  branch: "main",
  exists: true,
  ...change,
});

const other = {
  id: 4,
  file: "checkout/invoice.spec.ts",
  titlePath: ["Invoice", "pays by invoice"],
  variant: "firefox",
  firstDay: "2025-10-01",
  lastDay: "2025-11-30",
};

const details = (change: Partial<TestDetails> = {}): TestDetails => ({
  id: 7,
  file: "checkout/payment.spec.ts",
  titlePath: ["Payment", "pays by invoice"],
  variant: "firefox",
  tags: ["@smoke"],
  owner: "@team-payments",
  state: "flaky",
  since: "2026-02-24T08:00:00.000Z",
  score: 12.5,
  executions: 40,
  windowDays: 14,
  leftOut: 2,
  evidence: { retry: 1, same_commit: 1, flip: 1 },
  lastEvidence: "2026-03-01T08:00:00.000Z",
  lostTime: 39_640,
  recentDuration: 4200,
  earlierDuration: 3000,
  suite: "checkout",
  environment: "staging",
  firstDay: "2025-12-01",
  lastDay: "2026-03-01",
  lastRun: run(118),
  causes: [],
  quarantine: null,
  evidenceRuns: [
    { kind: "same_commit", run: run(117), against: run(118) },
    { kind: "retry", run: run(112), against: null },
    { kind: "flip", run: run(100, { exists: false }), against: run(101) },
    ...[1, 2, 3, 4].map((number) => ({ kind: "retry" as const, run: run(number), against: null })),
  ],
  bracket: {
    lastGood: run(99),
    firstBad: run(100),
    environment: "staging",
    firstBadSubject: "Retry payments",
    firstBadAuthor: "Ada Okafor",
  },
  changes: [{ from: "healthy", to: "flaky", at: "2026-02-24T08:00:00.000Z" }],
  allCauses: [
    {
      groupId: 3,
      message: "Timeout 30000ms exceeded.",
      primaryClass: "Environment Issue",
      failures: 4,
      lastSeen: "2026-03-01T08:00:00.000Z",
    },
    {
      groupId: 5,
      message: "expected 1 to be 2",
      primaryClass: null,
      failures: 1,
      lastSeen: "2026-02-01T08:00:00.000Z",
    },
  ],
  turnedRedTogether: { tests: [], total: 0 },
  environments: ["prod", "staging"],
  branches: ["", "main"],
  mainBranches: ["main"],
  sameAs: null,
  formerly: [other],
  suggestions: [
    { ...other, id: 5, titlePath: ["Invoice", "pays by bill"] },
    { ...other, id: 6, firstDay: "2026-03-01", lastDay: "2026-03-02" },
  ],
  quarantines: [
    {
      id: 1,
      testId: 7,
      kind: "quarantine",
      reason: "BUG-7",
      owner: null,
      by: "Ben Ode",
      startsAt: "2026-02-20T08:00:00.000Z",
      endsAt: null,
      releaseAfter: 10,
      cleanRuns: 0,
      releasedAt: "2026-02-22T08:00:00.000Z",
      releasedBy: null,
      releasedWhy: "clean_runs",
    },
  ],
  ...change,
});

const executions = Array.from({ length: 40 }, (_, index): TestExecution => ({
  resultId: 1000 - index,
  run: run(118 - index, { startTime: new Date(Date.UTC(2026, 2, 1 - index, 8)).toISOString() }),
  suite: "checkout",
  environment: "staging",
  facts: index % 2 === 0 ? ["browser=chrome-143"] : [],
  status: index % 7 === 3 ? "failed" : "passed",
  flaky: index % 7 === 5,
  retries: 0,
  duration: 4000 + 100 * index,
  errorLine: index % 7 === 3 ? 'Error: expect(locator).toHaveText(expected) failed · expected "Paid"' : null,
  groupId: null,
  outage: index === 10,
}));

/** Nine lanes: the staging runs on main, and runs of eight branches, some with long names or names in another direction. */
const branches = ["topic", `feature/${"very-long-name-".repeat(18)}`, "فرع-الدفع", "release/2", "a", "b", "c", "d"];
const manyLanes = executions.map((execution, index): TestExecution => {
  const branch = index % 3 === 0 ? (branches[(index / 3) % branches.length] ?? null) : "main";
  return { ...execution, run: { ...execution.run, branch }, environment: branch === "main" ? "staging" : "preview" };
});

const days = Array.from({ length: 20 }, (_, index) => ({
  day: `2026-02-${String(index + 1).padStart(2, "0")}`,
  passed: 3,
  failed: index % 5 === 0 ? 1 : 0,
  skipped: 0,
  flaky: index % 4 === 0 ? 1 : 0,
  duration: 4000,
}));

const Commits = ({ lastPass, firstFailure }: Streak) => (
  <p>{`Commits after #${lastPass.run.number} until #${firstFailure.run.number}`}</p>
);

const events: readonly TrendEvent[] = [
  { kind: "deploy", title: "Search 5", at: "2026-02-09T07:00:00.000Z" },
  { kind: "outage", title: "Payment sandbox", at: "2026-02-20T07:00:00.000Z" },
  // Before the first run.
  { kind: "deploy", title: "Search 4", at: "2025-02-20T07:00:00.000Z" },
].map((event, index) => ({ ...event, id: index, url: null, environment: null, by: null }) as TrendEvent);

interface ExampleProps {
  readonly test: TestDetails;
  readonly runs?: readonly TestExecution[] | undefined;
  readonly viewer?: boolean;
  readonly story?: FailureStory | null;
  readonly older?: OlderExecutions["state"];
}

const Details = ({ execution }: { readonly execution: TestExecution }) => (
  <p style={{ height: 40, margin: 0 }}>{execution.errorLine ?? "No error in this run."}</p>
);

function Example({ test, runs = executions, viewer = false, older = "end", story = null }: ExampleProps) {
  const [scope, setLocation] = useState<TestScope | null>(null);
  const [done, setDone] = useState("");
  const onMerge = (id: number, sameAs: number | null) => setDone(`${id} is ${sameAs}`);
  return (
    <>
      <TestView
        projectId={1}
        test={test}
        story={story}
        executions={runs}
        events={events}
        older={{ state: older, onLoad: () => setDone("older runs") }}
        Details={Details}
        Commits={Commits}
        days={days}
        today="2026-03-01"
        scope={scope}
        onScope={setLocation}
        nameActions={viewer ? undefined : { onMerge }}
      />
      <output aria-label="Done">{done === "" ? JSON.stringify(scope) : done}</output>
    </>
  );
}

export const Flaky = () => <Example test={details()} />;
export const OneRun = () => <Example test={details()} runs={executions.slice(0, 1)} />;
export const OlderAvailable = () => <Example test={details()} older="available" />;
export const OlderFailed = () => <Example test={details()} older="failed" />;
export const OlderLimit = () => <Example test={details()} older="limit" />;
export const ManyLanes = () => <Example test={details()} runs={manyLanes} />;
export const OfViewer = () => <Example test={details()} viewer />;
export const Broken = () => (
  <Example
    story={sampleStory}
    test={details({
      state: "broken",
      evidenceRuns: [],
      bracket: {
        lastGood: null,
        firstBad: run(116),
        environment: "staging",
        firstBadSubject: "",
        firstBadAuthor: "",
      },
      turnedRedTogether: { tests: [{ id: 9, titlePath: ["Payment", "pays by card"], variant: "firefox" }], total: 12 },
    })}
  />
);
export const Healthy = () => (
  <Example
    test={details({
      state: "healthy",
      score: 0,
      lostTime: 0,
      leftOut: 0,
      evidenceRuns: [],
      bracket: null,
      allCauses: [],
      formerly: [],
      suggestions: [],
    })}
  />
);
export const Renamed = () => <Example test={details({ sameAs: other, formerly: [], suggestions: [] })} />;
export const WithoutReports = () => <Example test={details()} runs={[]} />;
export const Hostile = () => (
  <Example
    test={details({
      titlePath: [`<img src=x onerror=alert(1)> ‮evil‬ ${"very-long-word".repeat(40)}`],
      tags: Array.from({ length: 30 }, (_, index) => `tag-${index}`),
    })}
  />
);
