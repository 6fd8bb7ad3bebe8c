import type { Project } from "@plumb/contract/projects/projects.ts";
import { expect, test } from "vitest";
import { chosenProject, linkedProject, parsedIds } from "./selected-project.ts";
import { sampleProject } from "./sample-project.ts";

const project = (id: number, status: Project["status"] = "active") => sampleProject({ id, status });

test.for([
  [[project(1), project(2)], "2", 2, "the stored one"],
  [[project(1), project(2, "inactive")], "2", 2, "the stored one, though it is inactive"],
  [[project(1, "inactive"), project(2)], "9", 2, "the first active one if the stored one is gone"],
  [[project(1, "inactive")], null, undefined, "none if there is no active one"],
  [[], "1", undefined, "none if there is none"],
] as const)("from %j with %s stored it chooses %s: %s", ([projects, stored, expected]) => {
  expect(chosenProject(projects, stored)?.id).toBe(expected);
});

test.for([
  ["?week=2026-W09&project=2", 2],
  ["?project=0", null],
  ["?project=x", null],
  ["", null],
] as const)("the project of a link with %s is %s", ([search, expected]) => {
  expect(linkedProject(search)).toBe(expected);
});

test.for([
  [null, [], "nothing stored"],
  ["[3,1]", [3, 1], "ids"],
  ['[3,"1",null,-2,1.5]', [3], "only what can be an id"],
  ['{"a":1}', [], "not a list"],
  ["[3", [], "cut off"],
] as const)("stored recent projects %s are parsed as %j: %s", ([stored, expected]) => {
  expect(parsedIds(stored)).toEqual(expected);
});
