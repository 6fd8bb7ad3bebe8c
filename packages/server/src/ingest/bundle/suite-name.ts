import { posix } from "node:path";

/** Words that carry no information in names of reports, suites and packages. */
const isUninformative =
  /^(|all|suite|suites|tests?|testsuites?|specs?|junit|xunit|surefire|pytest|reports?|results?|output|out|xml|json|html|root suite|default|mochafile|e2e|src|main|com|org|net|io|index|data|file|body|shards?|parts?|nodes?|workers?|jobs?|chunks?|slices?|groups?|batch|runs?|reruns?|retry|retries|attempts?|builds?|collect|collected|merged|combined|parallel|serial|latest|final|ci)$/i;
/** Longer names are sentences and do not suit a list. */
const longest = 100;

/**
 * Suggests a suite name from the location of the tests: the package that all classes share, or the only top-level suite. Returns undefined if there
 * is neither, because the next run must get the same name.
 *
 * @param titlePaths Title paths of the first tests.
 */
export function nameByTests(titlePaths: readonly (readonly string[])[]): string | undefined {
  const outermost = [...new Set(titlePaths.flatMap(([first, ...inner]) => (inner.length > 0 && first ? [first] : [])))];
  const [only] = outermost;
  if (only === undefined) return undefined;
  if (outermost.every(isClass)) return commonPackage(outermost.map((name) => name.split(".").slice(0, -1)));
  return outermost.length === 1 && only.length <= longest && !isUninformative.test(only) ? only : undefined;
}

/** Returns the package that the suite names of all reports share. */
export function nameByNames(names: readonly string[]): string | undefined {
  return names.length > 0 && names.every(isPackage) ? commonPackage(names.map((name) => name.split("."))) : undefined;
}

/**
 * Returns the common words in the names of report files, without parts that change between runs; undefined if the words differ or carry no
 * information.
 */
export function nameByFiles(files: readonly string[]): string | undefined {
  const names = new Set(files.map(stemOf));
  const [only] = names;
  return names.size === 1 && only !== undefined && only !== "" ? only : undefined;
}

/** Matches a part that changes with every run: `report_4`, `Nightly build #123`, `checkout shard 2`. */
const counter = /(?:^|[-_ .#:(]+)(?:reports?|runs?|builds?|executions?|jobs?|attempts?|shards?)?[-_ .#:]*\d{1,9}\)?$/i;
const counted = /(?:reports?|runs?|builds?|executions?|jobs?|attempts?|shards?)[-_ .#:]*\d{1,9}\)?$|#\d{1,9}\)?$/i;

/** Removes the number of the run from a suite name; undefined if nothing remains. */
export function steadyName(name: string): string | undefined {
  const steady = name.length <= 300 && counted.test(name) ? name.replace(counter, "").trim() : name;
  return steady === "" ? undefined : steady;
}

/** Returns `checkout` for `TEST-checkout-20261120-a1b2c3d.xml`. */
function stemOf(file: string): string {
  const stem = posix.basename(file).replace(/\.\w+$/, "");
  const words = stem
    .split(/[-_. ]+/)
    .filter((word) => !isUninformative.test(word) && !/^\d+$|^(?=.*\d)[0-9a-f]{6,}$|^v?\d/i.test(word));
  return words.join("-").slice(0, longest);
}

function commonPackage(packages: readonly (readonly string[])[]): string | undefined {
  const [first = [], ...rest] = packages;
  const end = first.findIndex((part, index) => rest.some((other) => other[index] !== part));
  const common = end < 0 ? first : first.slice(0, end);
  // `com` or `tests` alone does not identify a suite.
  return common.some((part) => !isUninformative.test(part)) ? common.join(".").slice(0, longest) : undefined;
}

/** Returns true for names such as `com.shop.CartTest`, without spaces or slashes. */
function isClass(name: string): boolean {
  return /^[\w$]+(\.[\w$]+)+$/.test(name);
}

function isPackage(name: string): boolean {
  return /^[\w$]+(\.[\w$]+)*$/.test(name);
}
