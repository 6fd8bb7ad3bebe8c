import { allPathRules, asPathClass } from "@plumb/analysis/resolutions/path-class.ts";
import { type CommitRange, type Resolution, resolutionOf, unlabelled } from "@plumb/analysis/resolutions/resolution.ts";
import type { PathClass } from "@plumb/contract/failures/resolution-kinds.ts";
import { storedRange } from "#store/commits/commit-range.ts";
import type { Db } from "#store/db.ts";
import { lastFailures, latestRun, passingRun, textsOfCause } from "#store/failures/resolutions/last-failures.ts";
import { rulesOf } from "#store/projects/project-rules.ts";
import {
  deleteMergedResolutions,
  type NewResolution,
  type OutdatedCause,
  outdatedCauses,
  relabelResolutions,
  storeResolutions,
} from "#store/failures/resolutions/resolutions.ts";
import { mainBranchesOf } from "#store/sql/main-branches.ts";

const causesAtOnce = 100;

/** Finds the results of rules for paths in another thread. `null` if no rule matches. */
interface PathFinder extends AsyncDisposable {
  of(paths: readonly string[]): Promise<(string | null)[]>;
}

interface Project {
  readonly db: Db;
  readonly projectId: number;
  readonly now: Date;
  readonly signal: AbortSignal;
  /** Starts a finder for the text of rules. */
  readonly finderOf: (rules: string) => Promise<PathFinder>;
}

/**
 * Determines what resolved the causes of a project: new ones, those that failed or passed again, and all of them after a change of the path rules.
 * Can be repeated.
 *
 * @returns The number of causes whose resolution changed.
 */
export async function findResolutions(project: Project): Promise<number> {
  const { db, projectId, now, signal } = project;
  const { rules, version: rulesVersion } = await rulesOf(db, "path_class_rules", projectId);
  const mainBranches = await mainBranchesOf(db, projectId);
  await deleteMergedResolutions(db, projectId);
  await using labels = labelsOf(project, rules);
  let updated = 0;
  for (let after = 0; ;) {
    signal.throwIfAborted();
    const causes = await outdatedCauses(db, projectId, { rulesVersion, now, after, limit: causesAtOnce });
    const last = causes.at(-1);
    if (last === undefined) return updated;
    const known = causes.flatMap(({ groupId, resolved }) => (resolved === null ? [] : [{ groupId, ...resolved }]));
    const relabelled = [];
    for (const { groupId, ...runs } of known) relabelled.push({ groupId, resolution: await labels.of(groupId, runs) });
    updated += await relabelResolutions(db, projectId, rulesVersion, relabelled);
    const others = causes.filter(({ resolved }) => resolved === null);
    const found = await resolutionsOf(project, others, { mainBranches, labels });
    updated += await storeResolutions(db, projectId, rulesVersion, found);
    after = last.groupId;
  }
}

async function resolutionsOf(
  { db, projectId, signal }: Project,
  causes: readonly OutdatedCause[],
  { mainBranches, labels }: { readonly mainBranches: readonly string[]; readonly labels: Labels },
): Promise<NewResolution[]> {
  const ids = causes.map(({ groupId }) => groupId);
  const failures = new Map(
    (await lastFailures(db, projectId, ids, mainBranches)).map((failure) => [failure.groupId, failure]),
  );
  const found: NewResolution[] = [];
  for (const { groupId, seenAt } of causes) {
    signal.throwIfAborted();
    const failure = failures.get(groupId) ?? null;
    if (failure === null) {
      found.push({ groupId, seenAt, failure, passed: null, latestRunId: null, resolution: unlabelled("flaky") });
      continue;
    }
    // Read first, so that a run that ends in between is searched next time.
    const latestRunId = await latestRun(db, projectId, failure);
    const passed = await passingRun(db, projectId, failure);
    const resolution =
      passed === null
        ? unlabelled("failing")
        : await labels.of(groupId, {
            failedCommit: failure.commit,
            passedCommit: passed.commit,
            isPullRequest: failure.pullRequest !== null,
          });
    found.push({ groupId, seenAt, failure, passed, latestRunId, resolution });
  }
  return found;
}

interface Labels extends AsyncDisposable {
  of(groupId: number, runs: NonNullable<OutdatedCause["resolved"]>): Promise<Resolution>;
}

interface ClassedRange {
  readonly range: CommitRange;
  readonly classes: ReadonlyMap<string, PathClass | null>;
}

/** Maximum number of cached ranges, because many causes end with the same run. */
const maxRanges = 50;

function labelsOf({ db, projectId, finderOf }: Project, rules: string): Labels {
  const ranges = new Map<string, ClassedRange>();
  // Most jobs find no new range, so the thread is started for the first one.
  let finder: PathFinder | null = null;
  const classesOf = async (paths: readonly string[]): Promise<ClassedRange["classes"]> => {
    if (paths.length === 0) return new Map();
    finder ??= await finderOf(allPathRules(rules));
    const found = await finder.of(paths);
    return new Map(paths.map((path, index) => [path, asPathClass(found[index] ?? null)]));
  };
  const rangeOf = async (from: string, to: string): Promise<ClassedRange> => {
    const key = `${from} ${to}`;
    const known = ranges.get(key);
    if (known !== undefined) return known;
    const range = await changesBetween(db, projectId, from, to);
    const classed = { range, classes: await classesOf(range.paths) };
    if (ranges.size >= maxRanges) ranges.clear();
    ranges.set(key, classed);
    return classed;
  };
  return {
    async of(groupId, { failedCommit: from, passedCommit: to, isPullRequest }) {
      if (isPullRequest) return unlabelled("pull-request");
      if (from === null || to === null) return unlabelled("unknown-commits");
      const { range, classes } = await rangeOf(from, to);
      return resolutionOf(
        range,
        (path) => classes.get(path) ?? null,
        range.paths.length === 0 ? [] : await textsOfCause(db, projectId, groupId),
      );
    },
    async [Symbol.asyncDispose]() {
      await finder?.[Symbol.asyncDispose]();
    },
  };
}

/** Maximum number of changed files. A larger change is not known completely. */
const maxFiles = 5000;

async function changesBetween(db: Db, projectId: number, from: string, to: string): Promise<CommitRange> {
  // Two runs of one commit need no stored commits.
  const isSame = from.toLowerCase() === to.toLowerCase();
  const { commits, complete, diverged } = isSame
    ? { commits: [], complete: true, diverged: false }
    : await storedRange(db, projectId, from, to);
  const paths = [...new Set(commits.flatMap(({ files }) => files ?? []))];
  return {
    state: diverged ? "rewritten" : complete ? "complete" : "unknown",
    isUnverified: commits.some(({ fromPullRequest }) => fromPullRequest),
    isEveryFileKnown:
      paths.length <= maxFiles && commits.every(({ files, fileCount }) => files !== null && files.length >= fileCount),
    paths: paths.slice(0, maxFiles),
  };
}
