import { distanceOf, type Distance, type FailingFile } from "./file-distance.ts";

/** A commit that may have broken a test. */
export interface ChangedCommit {
  readonly hash: string;
  readonly parents: readonly string[];
  /** `null` if the names are unknown. */
  readonly files: readonly string[] | null;
  /** Including files that are not listed. */
  readonly fileCount: number;
}

/** Facts about a failure. */
export interface FailureContext {
  /** Files of the error, innermost first, and then the files of the tests. */
  readonly files: readonly FailingFile[];
  /** Owners of the tests. */
  readonly owners: ReadonlySet<string>;
  /** Owner of a path, by the rules of the project. */
  readonly ownerOf: (path: string) => string | null;
  /** Files that changed when the same tests began to fail before, with the number of times. */
  readonly changedBefore: ReadonlyMap<string, number>;
  /** True if no commit of the range is missing. */
  readonly complete: boolean;
}

/** A commit with its reasons, most important first. */
export interface Suspect {
  readonly hash: string;
  readonly score: number;
  readonly reasons: readonly string[];
  /** Files that the reasons are about. */
  readonly files: readonly string[];
}

interface Finding {
  readonly kind: "near" | "before" | "owner" | "dependencies" | "configuration";
  readonly weight: number;
  readonly text: string;
  readonly file: string | null;
}

const maxReasons = 3;
const maxFiles = 3;
/** Commits that changed more files touch some failing file by chance. */
const usualFiles = 20;

const testCode =
  /(?:^|[/._-])(?:tests?|specs?|__tests__|e2e|cy|cypress|fixtures?|page-?objects?|step-?defs|step-?definitions|steps)(?:[/._-]|$)|(?:Tests?|Spec|IT|Steps|Page)\.\w+$/;
const documentation = /\.(?:md|mdx|adoc|rst|txt)$|(?:^|\/)(?:docs?|LICENSE|CHANGELOG)(?:\/|$)/i;
const dependencies =
  /(?:^|\/)(?:package(?:-lock)?\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|pom\.xml|build\.gradle(?:\.kts)?|libs\.versions\.toml|gradle\.lockfile|requirements[\w.-]*\.txt|poetry\.lock|uv\.lock|Pipfile(?:\.lock)?|pyproject\.toml|go\.(?:mod|sum)|Cargo\.(?:toml|lock)|Gemfile(?:\.lock)?|composer\.(?:json|lock)|packages\.lock\.json|[\w.-]+\.csproj)$/;
const settings =
  /(?:^|\/)(?:\.github\/workflows|\.gitlab-ci|Jenkinsfile|Dockerfile|docker-compose|\.env|config|settings|application(?:-\w+)?\.(?:ya?ml|properties))(?:[./\w-]|$)/i;

/** Returns the commits, most suspicious first. Merges that changed nothing themselves come last. */
export function rankSuspects(commits: readonly ChangedCommit[], failure: FailureContext): Suspect[] {
  const changing = commits.filter((commit) => !isEmptyMerge(commit));
  return commits
    .map((commit) => suspectOf(commit, failure, changing.length === 1 && changing[0] === commit))
    .toSorted((one, other) => other.score - one.score);
}

function isEmptyMerge({ parents, files }: ChangedCommit): boolean {
  return parents.length > 1 && files !== null && files.length === 0;
}

function suspectOf(commit: ChangedCommit, failure: FailureContext, isOnly: boolean): Suspect {
  const { hash, files, fileCount } = commit;
  const found = (files ?? []).flatMap((file) => findingsOf(file, failure)).toSorted((a, b) => b.weight - a.weight);
  // The strongest finding of each kind is enough to explain a suspicion.
  const distinct = found.filter((finding, at) => found.findIndex(({ kind }) => kind === finding.kind) === at);
  const share = fileCount <= usualFiles ? 1 : 1 / (1 + Math.log10(fileCount / usualFiles));
  const [nearest, second] = found;
  const near = ((nearest?.weight ?? 0) + (second?.weight ?? 0) / 4) * share;
  const only = isOnly && failure.complete ? 50 : 0;
  const reasons = [
    ...distinct.slice(0, maxReasons).map(({ text }) => text),
    ...(only > 0 ? ["It is the only commit between the two runs."] : []),
    ...(files === null ? ["The names of its changed files are unknown."] : []),
    ...(isEmptyMerge(commit) ? ["It is a merge that changes nothing else."] : []),
  ];
  const isIrrelevant = (files ?? []).length > 0 && (files ?? []).every((file) => documentation.test(file));
  if (reasons.length === 0)
    reasons.push(isIrrelevant ? "It only changes documentation." : "It changes none of the files in the error.");
  return {
    hash,
    score: near + only + (files === null ? 5 : 0) - (isIrrelevant ? 10 : 0) - (isEmptyMerge(commit) ? 20 : 0),
    reasons: reasons.slice(0, maxReasons),
    files: [...new Set(found.flatMap(({ file }) => file ?? []))].slice(0, maxFiles),
  };
}

function findingsOf(file: string, { files, owners, ownerOf, changedBefore }: FailureContext): Finding[] {
  const distance = distanceOf(file, files);
  const before = changedBefore.get(file) ?? 0;
  const owner = ownerOf(file);
  return [
    ...(distance === null ? [] : [{ kind: "near" as const, ...weighed(distance, file), file }]),
    ...(before === 0
      ? []
      : [
          {
            kind: "before" as const,
            weight: 30,
            text: `It changes ${nameOf(file)}, as when these tests broke before.`,
            file,
          },
        ]),
    ...(owner === null || !owners.has(owner)
      ? []
      : [
          {
            kind: "owner" as const,
            weight: 15,
            text: `It changes files of ${owner}, who owns the failing tests.`,
            file: null,
          },
        ]),
    ...(dependencies.test(file)
      ? [{ kind: "dependencies" as const, weight: 14, text: `It changes dependencies (${nameOf(file)}).`, file }]
      : []),
    ...(settings.test(file)
      ? [{ kind: "configuration" as const, weight: 12, text: `It changes configuration (${nameOf(file)}).`, file }]
      : []),
  ];
}

function weighed(distance: Distance, file: string): Pick<Finding, "weight" | "text"> {
  const { kind, place } = distance;
  const name = nameOf(file);
  const isTest = testCode.test(file);
  // Each further frame is a little less likely to be the place of the mistake.
  const nearness = Math.max(0.5, 1 - place * 0.08);
  if (kind === "same" && isTest)
    return { weight: 90 * nearness, text: `It changes the test code ${name}, which is in the error.` };
  if (kind === "same")
    return { weight: 100 * nearness, text: `It changes ${name}, which is in the stack of the error.` };
  const other = distance.file.segments.at(-1) ?? "";
  if (kind === "folder") return { weight: 45 * nearness, text: `It changes ${name}, in the same folder as ${other}.` };
  return { weight: 10 + 20 * distance.share * nearness, text: `It changes ${name}, near ${other}.` };
}

/** Returns the name of a file for a sentence: line breaks and other control characters would break it. */
function nameOf(path: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are exactly what is replaced
  return (path.split("/").at(-1) ?? path).replaceAll(/[\u0000-\u001f\u007f]/g, "�").slice(0, 80);
}
