import { expect, test } from "vitest";
import { sampleGroup } from "#features/failures/sample-failures.ts";
import type { CauseDeeds, TriageOutcome } from "./triage-queue.ts";
import { slackText, visitSummary } from "./visit-summary.ts";

const queue = [1, 2, 3, 4, 5, 6].map((id) => sampleGroup({ id, decidedBy: "model" }));
const environment: TriageOutcome = { status: "saved", as: "Environment Issue" };
const visit = {
  queue,
  outcomes: new Map<number, TriageOutcome>([
    [1, environment],
    [2, environment],
    [3, { status: "saved", same: { id: 1, error: "refused" } }],
    [4, { status: "failed", as: "Unknown", reason: "The server did not respond." }],
  ]),
  deeds: new Map<number, CauseDeeds>([
    [1, { assignee: "Ada Okafor", quarantined: 2 }],
    [2, { assignee: "Ada Okafor" }],
    [5, { assignee: "Ben Ode", quarantined: 1 }],
  ]),
  visited: new Set([1, 2, 3, 4, 5]),
};

test("a visit counts saved decisions, with the people who got the causes", () => {
  expect(visitSummary(visit)).toEqual({
    decided: 3,
    classes: [{ as: "Environment Issue", count: 2, assignees: ["Ada Okafor"] }],
    same: 1,
    otherAssignees: ["Ben Ode"],
    quarantined: 3,
    skipped: 2,
    open: 3,
  });
});

test("the message for Slack has one line and notifies no one", () => {
  const text = slackText({
    name: "@channel\nshop #117",
    summary: visitSummary(visit),
    tookMs: 220_000,
    url: "http://p/1",
  });
  expect(text).toBe(
    "Triage of @\u200bchannel shop #117: 3 causes in 3m 40s: 2 Environment Issue (Ada Okafor), 1 same as another cause, " +
      "assigned to Ben Ode, 3 tests in quarantine or muted, 2 skipped, 1 not seen. http://p/1",
  );
});

test("a visit without decisions has no parts", () => {
  const summary = visitSummary({ queue: [], outcomes: new Map(), deeds: new Map(), visited: new Set() });
  expect(slackText({ name: "Web shop #117", summary, tookMs: 0, url: "u" })).toMatch(
    /^Triage of Web shop #117: 0 causes in /,
  );
});
