import { expect, test } from "vitest";
import { presetsOf } from "./base-presets.tsx";

const run = (id: number, branch: string | null = "main") => ({
  id,
  number: id,
  startTime: "2030-01-01T00:00:00Z",
  branch,
});
const labels = (...all: Parameters<typeof presetsOf>) => presetsOf(...all).map(({ label, id }) => `${label} ${id}`);

test("on a main branch, the base is the previous run", () => {
  const changes = { base: run(4), previous: null, lastGreen: run(2) };
  expect(labels({ branch: "main" }, changes, { id: 1, number: 1 })).toEqual([
    "previous 4",
    "last green 2",
    "a week ago 1",
  ]);
});

test("on another branch, the run of the main branch has its name", () => {
  const changes = { base: run(4), previous: run(3, "feature"), lastGreen: null };
  expect(labels({ branch: "feature" }, changes, null)).toEqual(["previous 3", "main 4"]);
});

test("a run appears once, with all its names", () => {
  const changes = { base: run(4), previous: null, lastGreen: run(4) };
  expect(labels({ branch: "main" }, changes, { id: 4, number: 4 })).toEqual(["previous, last green, a week ago 4"]);
  expect(labels({ branch: null }, { base: null, previous: null, lastGreen: null }, null)).toEqual([]);
});
