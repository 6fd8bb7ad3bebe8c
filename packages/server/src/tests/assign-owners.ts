import { ownerOf, readOwnerRules } from "@plumb/analysis/owners/owner-rules.ts";
import type { OwnerPreview } from "@plumb/contract/tests/owners.ts";
import type { Context } from "#core/context.ts";
import { enqueue } from "#jobs/enqueue.ts";
import type { Db } from "#store/db.ts";
import { assignOwners, ownerRulesOf, stalePlaces, testsByPlace } from "#store/tests/owners.ts";

const placesAtOnce = 500;
const shownOwners = 50;
const shownFiles = 3;

/** Brings the owners of tests in line with the project's rules: of those that are new, or all after a change. Returns whether any changed. */
export async function assignStaleOwners(db: Db, projectId: number, signal?: AbortSignal): Promise<boolean> {
  const { rules: text, version } = await ownerRulesOf(db, projectId);
  let changed = false;
  for (let rules: ReturnType<typeof readOwnerRules>["rules"] | null = null; ;) {
    signal?.throwIfAborted();
    const places = await stalePlaces(db, projectId, version, placesAtOnce);
    if (places.length === 0) return changed;
    rules ??= readOwnerRules(text).rules;
    const known = rules;
    const owners = places.map((place) => ({ place, owner: ownerOf(known, place) }));
    changed = (await assignOwners(db, projectId, version, owners)) || changed;
  }
}

/** What rules would say of the tests that there are. */
export async function previewOwners(db: Db, projectId: number, text: string): Promise<OwnerPreview> {
  const { rules, problems } = readOwnerRules(text);
  const byOwner = new Map<string, number>();
  const unownedFiles = new Set<string>();
  let unowned = 0;
  for (const { place, named, tests } of await testsByPlace(db, projectId)) {
    const owner = named ?? ownerOf(rules, place);
    if (owner !== null) byOwner.set(owner, (byOwner.get(owner) ?? 0) + tests);
    else {
      unowned += tests;
      if (unownedFiles.size < shownFiles) unownedFiles.add(place);
    }
  }
  const owners = [...byOwner].map(([owner, tests]) => ({ owner, tests })).toSorted((a, b) => b.tests - a.tests);
  return { problems: [...problems], owners: owners.slice(0, shownOwners), unowned, unownedFiles: [...unownedFiles] };
}

/** Has owners assigned anew, and what runs have of each owner counted again. */
export async function queueOwners(
  { db, bus, clock }: Pick<Context, "bus" | "clock" | "db">,
  projectId: number,
): Promise<void> {
  const [target, now] = [`project ${projectId}`, clock()];
  await enqueue(db, { kind: "assign-owners", projectId, target, key: String(projectId), data: {}, now });
  bus.publish({ about: "jobs" });
}
