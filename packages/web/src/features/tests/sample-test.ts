import type { NamedRun, TestSummary } from "@plumb/contract/tests/tests.ts";

export function sampleNamedRun(change: Partial<NamedRun> = {}): NamedRun {
  return {
    id: 118,
    number: 118,
    startTime: "2026-03-01T08:00:00.000Z",
    commit: "45c1ff7a91f3c2d5e6f7a8b9c0d1e2f3a4b5c6d7",
    branch: "main",
    exists: true,
    ...change,
  };
}

export function sampleTest(change: Partial<TestSummary> = {}): TestSummary {
  return {
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
    leftOut: 2,
    evidence: { retry: 3, same_commit: 1, flip: 1 },
    lastEvidence: "2026-03-01T08:00:00.000Z",
    lostTime: 39_640,
    recentDuration: 4200,
    earlierDuration: 3000,
    suite: "checkout",
    environment: "staging",
    firstDay: "2025-12-01",
    lastDay: "2026-03-01",
    lastRun: sampleNamedRun(),
    causes: [
      {
        groupId: 3,
        message: "Timeout 30000ms exceeded.",
        primaryClass: "Environment Issue",
        failures: 4,
        lastSeen: "2026-03-01T08:00:00.000Z",
      },
    ],
    quarantine: null,
    ...change,
  };
}

export const hostileName = `<img src=x onerror=alert(1)> ‮evil‬ ${"very-long-word".repeat(40)}`;
