import { expect, test } from "vitest";
import { projectSections } from "./project-sections.ts";
import { sampleProject } from "./sample-project.ts";

const projects = [1, 2, 3, 4, 5].map((id) => sampleProject({ id, name: `P${id}` }));

test("the three most recent existing projects come first, then all", () => {
  const [recent, all] = projectSections(projects, [9, 4, 2, 5, 1], 4, () => {});
  expect(recent.entries.map(({ label }) => label)).toEqual(["P4", "P2", "P5"]);
  expect(all.entries.map(({ label }) => label)).toEqual(["P1", "P2", "P3", "P4", "P5"]);
  expect(all.entries.filter(({ current }) => current).map(({ label }) => label)).toEqual(["P4"]);
});
