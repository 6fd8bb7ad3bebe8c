import { expect, test } from "vitest";
import { catalogue } from "#jobs/catalogue.ts";
import { jobData } from "#store/jobs/job-data.ts";

test("whatever is queued is carried out by somebody who reads what it is queued with", () => {
  const read = Object.keys(jobData).map((queued) => [queued, catalogue.find(({ name }) => name === queued)?.data]);
  expect(read).toEqual(Object.entries(jobData));
});

test("each kind has a name of its own", () => {
  const names = catalogue.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
