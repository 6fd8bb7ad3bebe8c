import { expect, test } from "vitest";
import { chooseJobs, shareOf } from "./fair-share.ts";

const never = () => 0;

/** Returns due jobs of a project, the oldest first. */
function jobs(project: number, count: number, { since = 0, target = false } = {}) {
  return Array.from({ length: count }, (_, at) => ({
    id: project * 1000 + at,
    kind: "send",
    project,
    target: target ? `target ${project}` : null,
    dueAt: new Date(since + at),
  }));
}

const slots = (count: number, running: Record<number, number> = {}) => ({
  kind: "send",
  places: count,
  running: new Map(Object.entries(running).map(([project, jobs]) => [Number(project), jobs])),
});

const byProject = (chosen: readonly { project: number }[]) =>
  Object.fromEntries(
    Map.groupBy(chosen, ({ project }) => project)
      .entries()
      .map(([project, all]) => [project, all.length]),
  );

test.for([
  [1, 32, {}, 16],
  [1, 32, { 1: 16 }, 16],
  [1, 32, { 2: 16 }, 8],
  [1, 32, { 2: 16, 3: 8, 4: 4, 5: 2, 6: 1 }, 1],
  [1, 32, { 2: 32 }, 1],
  [1, 3, {}, 2],
  [1, 2, {}, 1],
  [1, 1, {}, 1],
  [0, 32, { 1: 16 }, 32],
] as const)("project %s may have, of %s places of which %j are taken, %s", ([project, count, running, share]) => {
  expect(shareOf(project, slots(count, running))).toBe(share);
});

test("a project with a long backlog leaves places for the others", () => {
  const due = [...jobs(1, 1000), ...jobs(2, 1, { since: 5000 })];
  expect(byProject(chooseJobs(due, slots(32), never))).toEqual({ 1: 16, 2: 1 });
  // It has used up its share, so it has to wait although slots are free.
  expect(chooseJobs(jobs(1, 1000), slots(32, { 1: 16 }), never)).toEqual([]);
  expect(byProject(chooseJobs(jobs(2, 1), slots(32, { 1: 16 }), never))).toEqual({ 2: 1 });
});

test("the project with the fewest jobs is next, and its oldest job first", () => {
  const due = [...jobs(1, 3), ...jobs(2, 3, { since: 5000 })];
  expect(chooseJobs(due, slots(10, { 1: 1 }), never).map(({ id }) => id)).toEqual([2000, 1000, 2001, 1001, 2002, 1002]);
});

test("projects take turns at a single place, although the jobs of one are older", () => {
  const starts = new Map<number, number>();
  const order: number[] = [];
  const left = [...jobs(1, 4), ...jobs(2, 2, { since: 5000 }), ...jobs(3, 1, { since: 6000 })];
  while (left.length > 0) {
    const [job] = chooseJobs(left, slots(1), (project) => starts.get(project) ?? 0);
    if (job === undefined) break;
    left.splice(left.indexOf(job), 1);
    starts.set(job.project, order.push(job.project));
  }
  expect(order).toEqual([1, 2, 3, 1, 2, 1, 1]);
});

test("one job of a target is chosen", () => {
  expect(chooseJobs(jobs(1, 3, { target: true }), slots(8), never).map(({ id }) => id)).toEqual([1000]);
});
