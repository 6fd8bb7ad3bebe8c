import type { Project } from "@plumb/contract/projects.ts";
import { expect, test } from "vitest";
import { chosenProject } from "./selected-project.ts";

function project(id: number, status: Project["status"] = "active"): Project {
  return {
    id,
    name: `Project ${id}`,
    description: "",
    type: "other",
    status,
    settings: { retentionDays: 30, autoCleanup: true, notifications: true },
    createdAt: "2030-01-01T00:00:00Z",
  };
}

test.for([
  [[project(1), project(2)], "2", 2, "the stored one"],
  [[project(1, "inactive"), project(2)], "9", 2, "the first active one if the stored one is gone"],
  [[project(1, "inactive")], null, 1, "an inactive one if there is no other"],
  [[], "1", undefined, "none if there is none"],
] as const)("of %j with %s stored it chooses %s: %s", ([projects, stored, expected]) => {
  expect(chosenProject(projects, stored)?.id).toBe(expected);
});
