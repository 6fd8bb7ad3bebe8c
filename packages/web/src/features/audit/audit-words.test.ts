import { AuditAction } from "@plumb/contract/administration/audit.ts";
import { expect, test } from "vitest";
import { actionWords, detailLines } from "./audit-words.ts";

test.for(AuditAction.options)("%s has words of its own", (action) => {
  expect(actionWords(action)).not.toBe(action);
});

test("an act that this page does not know is shown as the server names it", () => {
  expect(actionWords("project.created")).toBe("Project created");
  expect(actionWords("moon.moved")).toBe("moon.moved");
});

test("details are told by field, in words, empty ones not at all", () => {
  expect(
    detailLines({
      description: "The shop",
      settings: { retentionDays: 30, autoCleanup: false },
      notifications: { slack: false },
      role: ["USER", "LEAD"],
      projectRole: "VIEWER",
      invitedBy: null,
      scopes: ["ingest", "read"],
      passed: true,
    }),
  ).toEqual([
    "Description: The shop",
    "Retention days: 30",
    "Auto cleanup: off",
    "Slack notifications: off",
    "Role: User → Lead",
    "Project role: Viewer",
    "Scopes: ingest, read",
    "Passed: on",
  ]);
});
