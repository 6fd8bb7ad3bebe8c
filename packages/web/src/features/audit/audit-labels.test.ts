import { AuditAction } from "@plumb/contract/administration/audit.ts";
import { expect, test } from "vitest";
import { actionLabel, detailLines } from "./audit-labels.ts";

test.for(AuditAction.options)("%s has a label", (action) => {
  expect(actionLabel(action)).not.toBe(action);
});

test("an unknown action is shown with its server name", () => {
  expect(actionLabel("project.created")).toBe("Project created");
  expect(actionLabel("moon.moved")).toBe("moon.moved");
});

test("details are listed by field, without empty ones", () => {
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
      status: ["open", "in_progress"],
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
    "Status: Open → In Progress",
  ]);
});
