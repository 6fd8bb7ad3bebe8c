import { readOwnerRules } from "@plumb/analysis/owners/owner-rules.ts";
import type { OwnerPreview } from "@plumb/contract/tests/owners.ts";
import type { Context } from "#core/context.ts";
import { enqueue } from "#store/jobs/enqueue.ts";
import type { Db } from "#store/db.ts";
import { assignOwners, staleLocations, testsByLocation } from "#store/tests/owners.ts";
import { rulesOf } from "#store/projects/project-rules.ts";
import type { WorkerPool } from "#threads/worker-pool.ts";
import { findOwners } from "./find-owners.ts";

const locationsAtOnce = 500;
const visibleOwners = 50;
const visibleFiles = 3;
/** Time limit of the preview, because a lead waits for it. Partial results are shown. */
const previewMs = 3000;

/**
 * Updates the owners of tests by the project's rules: those of new tests, or of all tests after a change of the rules. Returns whether any changed.
 */
export async function assignStaleOwners(
  { db, threads }: { readonly db: Db; readonly threads: WorkerPool },
  projectId: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const { rules, version } = await rulesOf(db, "owner_rules", projectId);
  let locations = await staleLocations(db, projectId, version, locationsAtOnce);
  if (locations.length === 0) return false;
  // Most projects have no rules, so no thread is started for them.
  await using finder = rules === "" ? null : await findOwners(threads, rules, signal);
  let changed = false;
  while (locations.length > 0) {
    signal?.throwIfAborted();
    const found = await finder?.of(locations);
    const owners = locations.map((location, index) => ({ place: location, owner: found?.[index] ?? null }));
    changed = (await assignOwners(db, projectId, version, owners)) || changed;
    locations = await staleLocations(db, projectId, version, locationsAtOnce);
  }
  return changed;
}

/** Previews owner rules on existing tests within the time limit. */
export async function previewOwners(
  { db, threads }: Pick<Context, "db" | "threads">,
  projectId: number,
  rules: string,
  forMs = previewMs,
): Promise<OwnerPreview> {
  const until = performance.now() + forMs;
  const { problems } = readOwnerRules(rules);
  const tests = await testsByLocation(db, projectId);
  const locations = [...new Set(tests.map(({ place }) => place))];
  await using finder = await findOwners(threads, rules);
  const found = await finder.of(locations, until);
  const byLocation = new Map(found.map((owner, index) => [locations[index], owner]));
  const looked = tests.filter(({ place }) => byLocation.has(place));
  const byOwner = new Map<string, number>();
  const unownedFiles = new Set<string>();
  let unowned = 0;
  for (const { place, named, tests: count } of looked) {
    const owner = named ?? byLocation.get(place) ?? null;
    if (owner !== null) byOwner.set(owner, (byOwner.get(owner) ?? 0) + count);
    else {
      unowned += count;
      if (unownedFiles.size < visibleFiles) unownedFiles.add(place);
    }
  }
  const owners = [...byOwner].map(([owner, count]) => ({ owner, tests: count })).toSorted((a, b) => b.tests - a.tests);
  return {
    problems: [...problems],
    owners: owners.slice(0, visibleOwners),
    unowned,
    unownedFiles: [...unownedFiles],
    looked: found.length,
    places: locations.length,
  };
}

/** Queues the job that assigns owners and recounts runs per owner. */
export async function queueOwners(
  { db, bus, clock }: Pick<Context, "bus" | "clock" | "db">,
  projectId: number,
): Promise<void> {
  const [target, now] = [`project ${projectId}`, clock()];
  await enqueue(db, { kind: "assign-owners", projectId, target, key: String(projectId), data: {}, now });
  bus.publish({ about: "jobs" });
}
