import { expect, test } from "vitest";
import { jobKinds } from "./job-kinds.ts";
import { jobData } from "#store/jobs/job-data.ts";

test("every queued job has a handler that reads its data", () => {
  const read = Object.keys(jobData).map((queued) => [queued, jobKinds.find(({ name }) => name === queued)?.data]);
  expect(read).toEqual(Object.entries(jobData));
});

test("each kind has a unique title", () => {
  const names = jobKinds.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
