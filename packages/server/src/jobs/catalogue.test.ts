import { expect, test } from "vitest";
import { catalogue } from "#jobs/catalogue.ts";
import { jobData } from "#store/jobs/job-data.ts";

test("every queued job has a handler that reads its data", () => {
  const read = Object.keys(jobData).map((queued) => [queued, catalogue.find(({ name }) => name === queued)?.data]);
  expect(read).toEqual(Object.entries(jobData));
});

test("each kind has a unique title", () => {
  const names = catalogue.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
