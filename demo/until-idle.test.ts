import { expect, test } from "vitest";
import { isBusy } from "./until-idle.ts";

const now = Date.UTC(2030, 0, 1);
const due = (seconds: number) => [{ dueAt: new Date(now + seconds * 1000).toISOString() }];
const idle = { running: [], queued: [], scheduled: [] };

test.for([
  ["no jobs", idle, false],
  ["a running job", { ...idle, running: [{ dueAt: null }] }, true],
  ["a queued job that is due soon", { ...idle, queued: due(3) }, true],
  ["a retry in a minute", { ...idle, queued: due(60) }, false],
  ["a recurring job that waits for its time", { ...idle, scheduled: due(60) }, false],
  ["a recurring job that is due", { ...idle, scheduled: due(-1) }, true],
  ["a recurring job on hold after a long stop of the server", { ...idle, scheduled: due(-18_000) }, false],
] as const)("with %s", ([, jobs, busy]) => {
  expect(isBusy(jobs, now)).toBe(busy);
});
