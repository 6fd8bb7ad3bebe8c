import { attemptPath } from "./attempt-path.ts";
import type { Source } from "./source.ts";

/** Folders that build tools and CI create. They do not identify a part of a project. */
const buildFolders = new Set(
  [
    "target build out dist bin obj tmp temp coverage artifact artifacts output outputs",
    "surefire-reports failsafe-reports junitreports junit xunit nunit trx xml json html",
    "test-results testresults test-result test-reports test-report reports report results result test tests",
    "allure-results playwright-report blob-report androidtest-results connected retries pabot_results",
    "bazel-testlogs bazel-out testlogs test_attempts",
  ].flatMap((names) => names.split(" ")),
);

/** Names of attempts and of repetitions rather than parts: `1`, `rerun`, `attempt-2`, `TestResults_3`, `run_1_of_3`. */
const attemptName =
  /^(?:(?:re-?)?(?:run|try|tries|runs|tests?)|attempts?|retry|retries|failed|first|second|third|again|last|initial|original|shard)?[-_. ]?\d*(?:[-_ ]of[-_ ]\d+)?$/i;

/** Words in file and folder names that distinguish parts of a matrix. */
const variantWords = new RegExp(
  `(?:^|[^a-z0-9])(${[
    "chrome|chromium|firefox|webkit|safari|edge|msedge|opera",
    "linux|ubuntu(?:-[\\d.]+)?|windows(?:-[\\d.]+)?|macos(?:-[\\d.]+)?|osx|darwin|win32|win64|android|ios|debian|alpine",
    "debug|release|staging|x64|x86|arm64|amd64",
    "net\\d+(?:\\.\\d+)?|net\\d{2,3}|netcoreapp[\\d.]+|netstandard[\\d.]+",
    "(?:node|py|python|php|ruby|jdk|java|go|dotnet|jvm)[-_]?\\d[\\d.]*",
    "mobile|desktop|tablet|phone",
  ].join("|")})(?=$|[^a-z0-9])`,
  "gi",
);

/** Returns the words of a file name for the name of a place. Numbers may be indices, so such a name is not used. */
function nameWords(path: string): string {
  const words = stemWords(path);
  return /\d/.test(words) ? "" : words;
}

/** A version between separators, as in `junit-3.13.xml`. */
const versionInName = /(?:^|[-_])(\d{1,2}\.\d{1,2})(?=[-_]|\.[a-z])/i;

/** Names of properties and facts of the system under test or its machine. Others, such as the number of a build, differ in each run. */
export const locationTraits: ReadonlySet<string> = new Set(
  "arch browser configuration device flavor java module os platform project python target".split(" "),
);

/**
 * Returns the part of a project that a report belongs to, based on its parent folders: `packages/admin` for
 * `packages/admin/junit.xml`, `orders` for `orders/target/surefire-reports/TEST-SmokeIT.xml`. Empty if the folders do not
 * identify a part.
 */
export function folderLocation(path: string): string {
  return foldersOf(path).join("/");
}

function foldersOf(path: string): string[] {
  return attemptPath(path)
    .report.split("/")
    .slice(0, -1)
    .filter((name) => name !== "" && name !== "." && name !== "..")
    .filter((name) => !buildFolders.has(name.toLowerCase()) && !attemptName.test(name) && !isTimestampOrUuid(name));
}

function isTimestampOrUuid(name: string): boolean {
  return /^[\d_.:T-]+Z?$/.test(name) || /^\{?[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}\}?$/i.test(name);
}

/**
 * Returns true for names that may be ids, such as `k3Zp1`, `8f14e45f` or `OrdersV2`. Only the history of the project shows whether they are: ids
 * change from run to run.
 */
export function mayBeGenerated(name: string): boolean {
  return (
    !isTimestampOrUuid(name) &&
    ((/\d/.test(name) && /^[0-9a-f-]{6,}$/i.test(name)) || /^(?=.*\d)(?=.*[A-Z])(?=.*[a-z])\w{5,}$/.test(name))
  );
}

/** Returns the words in a file name that identify a part of a matrix: `chrome` for `junit-chrome.xml`, `3.13` for `junit-3.13.xml`. */
export function nameLocation(path: string): string {
  const name = path.split("/").at(-1) ?? "";
  const words = [...name.matchAll(variantWords)].map(([, word = ""]) => word.toLowerCase());
  return words.length > 0 ? words.join(" ") : (versionInName.exec(name)?.[1] ?? "");
}

/** Returns true if two reports are from different parts of a project by their folders, and neither folder contains the other. */
export function hasOtherFolder(a: Source, b: Source): boolean {
  const [one, other] = [foldersOf(a.path), foldersOf(b.path)];
  const shared = one.findIndex((name, index) => name !== other[index]);
  return shared >= 0 && shared < other.length;
}

/** Words for reports in general, which do not identify a part. */
const reportWords =
  /^(?:junit|xunit|nunit|trx|test|tests|testng|result|results|report|reports|output|jest|pytest|playwright|cypress|mocha|vitest|unit|xml|json|blob)$/i;

/** Returns the distinctive words of a file name: `admin` for `junit-admin.xml`. Numbers are indices of shards or attempts. */
export function stemWords(path: string): string {
  const name = path.split("/").at(-1) ?? "";
  const stem = name.replace(/(?:\.[a-z]{2,6}){1,2}$/i, "");
  if (stem === name || isTimestampOrUuid(stem) || mayBeGenerated(stem)) return "";
  return stem
    .split(/[^\p{L}\p{N}.]+/u)
    .filter((word) => word !== "" && !reportWords.test(word) && !attemptName.test(word))
    .join(" ");
}

type Facet = (source: Source) => string;

const facets = {
  reported: ({ place }) => place ?? "",
  folder: ({ path }) => folderLocation(path),
  name: ({ path }) => nameLocation(path),
} as const satisfies Record<string, Facet>;

const traitFacets = [...locationTraits].map(
  (name): Facet =>
    ({ traits }) =>
      traits.get(name) ?? "",
);

/** Returns the names of the traits that both sources have with different values. */
export function differingTraits(a: Source, b: Source): string[] {
  return [...a.traits].flatMap(([name, value]) => {
    const other = b.traits.get(name);
    return other === undefined || other === value ? [] : [name];
  });
}

/**
 * Returns the part of a source's place that is stable between runs, or `null` if its place is unknown. Numbers in
 * file names change with each run.
 */
export function locationKey(source: Source): string | null {
  const ofPath = [facets.reported(source), facets.folder(source), facets.name(source)];
  const values = ofPath.some((value) => value !== "") ? ofPath : traitFacets.map((facet) => facet(source));
  if (values.every((value) => value === "")) return null;
  const file = (source.path.split("/").at(-1) ?? "").replaceAll(/\d+/g, "#");
  return JSON.stringify([source.format, ...values, file]);
}

/** Returns true if two sources ran at different known places. */
export function ranElsewhere(a: Source, b: Source): boolean {
  if (a.place !== null && b.place !== null && a.place !== b.place) return true;
  if (differingTraits(a, b).some((name) => locationTraits.has(name))) return true;
  // Reports of different formats are usually in different folders.
  if (a.format !== b.format) return false;
  if (hasOtherFolder(a, b)) return true;
  const [one, other] = [nameLocation(a.path), nameLocation(b.path)];
  return one !== "" && other !== "" && one !== other;
}

/**
 * Returns names for the places of sources that share tests, based on their differences: `net8.0` and `net10.0`, `packages/admin` and
 * `packages/store`. A source without any difference gets an empty name.
 *
 * @param units The sources, grouped if they repeat each other or report the same executions. All sources of a group have the same place.
 */
export function locationNames(units: readonly (readonly Source[])[]): Map<number, string> {
  const sources = units.flat();
  const isDiffering = (facet: Facet) => new Set(sources.map(facet)).size > 1;
  const byPath = Object.values(facets).filter(isDiffering);
  const differing = byPath.length > 0 ? byPath : traitFacets.filter(isDiffering);
  const hasJobs = new Set(sources.map(({ job }) => job ?? "")).size > 1;
  const named: readonly Facet[] =
    differing.length > 0
      ? differing
      : [hasJobs ? ({ job }: Source) => job ?? "" : ({ path }: Source) => nameWords(path)];
  const nameOf = (source: Source) => {
    const words = named.map((facet) => facet(source)).filter((word) => word !== "");
    return words.filter((word, index) => !isNamedBy(word, words, index)).join(" ");
  };
  const names = units.map(
    (unit) => unit.map(nameOf).toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1))[0] ?? "",
  );
  // A name is only useful if another place has a different name.
  const needsNames = differing.length > 0 || new Set(names.filter((name) => name !== "")).size > 1;
  return new Map(
    units.flatMap((unit, index) => unit.map(({ id }) => [id, needsNames ? (names[index] ?? "") : ""] as const)),
  );
}

/** Returns true if another word includes this one: `orders` adds nothing to `orders` or `shop/orders`. */
function isNamedBy(word: string, words: readonly string[], index: number): boolean {
  return words.some((other, at) => (other === word ? at < index : other.endsWith(`/${word}`)));
}

/** Separates the variant in the report from the place where it ran. */
const separator = " · ";

/** Returns the variant of a test in its report, without the place that was appended earlier. */
export function ownVariant(variant: string, location: string): string {
  if (location === "" || !variant.endsWith(location)) return variant;
  return variant === location ? "" : variant.slice(0, -(separator.length + location.length));
}

/** Appends the place where a test ran to its variant. */
export function placedVariant(variant: string, location: string): string {
  if (location === "") return variant;
  return variant === "" ? location : `${variant}${separator}${location}`;
}
