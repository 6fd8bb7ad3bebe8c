import type { DueJob } from "#store/jobs/claims.ts";

/** A job kind with its slots on this server. */
export interface Slots {
  readonly kind: string;
  /** Total number of slots, in use or free. */
  readonly places: number;
  /** Running jobs by project; 0 for jobs of the server. */
  readonly running: ReadonlyMap<number, number>;
}

/**
 * Returns how many jobs of a kind a project may have at the same time: half of the slots that other projects do not use, and at least one. A new
 * project therefore always gets a slot, regardless of the other projects' load.
 */
export function shareOf(project: number, { places, running }: Pick<Slots, "places" | "running">): number {
  // Jobs of the server work for all projects.
  if (project === 0) return places;
  const others = sum(running) - (running.get(project) ?? 0);
  return Math.max(1, Math.ceil((places - others) / 2));
}

/**
 * Chooses jobs for the free slots: from the project with the fewest running jobs, or among equals from the one whose last start is longest ago. Jobs
 * of a project start in order.
 *
 * @param due Due jobs of the kind, in order per project.
 * @param lastStart Returns a number that grows with each start of a project.
 */
export function chooseJobs(
  due: readonly DueJob[],
  { places, running }: Slots,
  lastStart: (project: number) => number,
): readonly DueJob[] {
  const taken = new Map(running);
  const targets = new Set<string>();
  const lines = Map.groupBy(due, ({ project }) => project);
  const chosen: DueJob[] = [];
  let free = places - sum(taken);
  while (free > 0) {
    const open = [...lines.keys()].filter(
      (project) => (taken.get(project) ?? 0) < shareOf(project, { places, running: taken }),
    );
    const [next] = open.toSorted(
      (a, b) => (taken.get(a) ?? 0) - (taken.get(b) ?? 0) || lastStart(a) - lastStart(b) || oldest(a) - oldest(b),
    );
    if (next === undefined) break;
    const line = lines.get(next) ?? [];
    const job = line.shift();
    if (line.length === 0) lines.delete(next);
    if (job === undefined || (job.target !== null && targets.has(job.target))) continue;
    if (job.target !== null) targets.add(job.target);
    taken.set(next, (taken.get(next) ?? 0) + 1);
    chosen.push(job);
    free -= 1;
  }
  return chosen;

  function oldest(project: number): number {
    return lines.get(project)?.[0]?.dueAt.getTime() ?? 0;
  }
}

function sum(running: ReadonlyMap<number, number>): number {
  return running.values().reduce((total, count) => total + count, 0);
}
