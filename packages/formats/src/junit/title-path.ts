import { limits } from "#limits.ts";
import { browserIn } from "#text/browser-name.ts";
import { isBrowser, withoutEnvironmentVersions, withoutVersions } from "#text/browser-version.ts";
import { cleanTitle } from "#text/clean-text.ts";
import { withoutAddresses } from "#text/object-address.ts";
import { projectPath, sourcePath } from "#text/project-path.ts";
import { isScript, isSourceFile } from "#text/source-file.ts";
import {
  browserAndVersion,
  type DialectId,
  numbered,
  numberedScenario,
  placed,
  placedByPlaywright,
} from "./dialect.ts";
import type { RawSuite } from "./raw-case.ts";

export interface Identity {
  readonly file: string | null;
  readonly titlePath: string[];
  readonly variant: string;
  readonly browser: string | undefined;
  /** Line of the test, if the dialect includes it in another field. */
  readonly line?: number;
}

/** Returns file, suites, title and browser according to the dialect. Titles are only split if the dialect joined them. */
export function identityOf(
  dialect: DialectId,
  suites: readonly RawSuite[],
  testcase: ReadonlyMap<string, string>,
  inheritedFile: string | undefined,
): Identity {
  const { file, line } = locationIn(testcase.get("file") ?? nearestFile(suites) ?? inheritedFile ?? "");
  const found = identityAt(file, dialect, suites, testcase);
  return line === undefined ? found : { line, ...found };
}

/** TestCafe appends a mark for unstable tests and the path of the screenshots to a name. */
function withoutNotes(name: string): string {
  const pictures = name.indexOf(" (screenshots: ");
  const title = pictures < 0 ? name : name.slice(0, pictures);
  return title.endsWith(" (unstable)") ? title.slice(0, -" (unstable)".length) : title;
}

/** Parses a file attribute: with the line, as in ExUnit, or with the title, as in Pest. */
function locationIn(location: string): { readonly file: string | null; readonly line?: number } {
  const [, file = location, line] = /^(.+?\.\w{1,5})(?:::.*|:(\d+))$/s.exec(location) ?? [];
  return { file: file === "" ? null : sourcePath(file), ...(line === undefined ? {} : { line: Number(line) }) };
}

/** A test case with its suites. */
interface Location {
  readonly file: string | null;
  readonly suites: readonly RawSuite[];
  /** The innermost suite. */
  readonly suite: RawSuite | undefined;
  readonly className: string;
  readonly name: string;
}

type ReadIdentity = (location: Location) => Identity;

const fileAndClass: ReadIdentity = ({ file, className, name }) => identity(file, [className, name]);
const filePathAndTitles: ReadIdentity = ({ className, name }) => identity(projectPath(className), name.split(" > "));

/** Readers for dialects with a special layout of names. All others use `generic`. */
const identities: Partial<Record<DialectId, ReadIdentity>> = {
  playwright,
  vitest: filePathAndTitles,
  deno: filePathAndTitles,
  jest,
  mocha: ({ file, suite, className, name }) => identity(file, mochaTitles(className, name, suite?.name ?? "")),
  pytest: fileAndClass,
  cucumber: fileAndClass,
  surefire: fileAndClass,
  testng: fileAndClass,
  gtest: fileAndClass,
  cpputest: fileAndClass,
  rspec: fileAndClass,
  minitest: ({ file, suite, className, name }) =>
    identity(file, [className === "" ? (suite?.name ?? "") : className, name]),
  pester: ({ className, name }) => identity(sourcePath(className), [name]),
  unittest: ({ file, className, name }) => identity(file, [withoutTimestamp(className), name]),
  phpunit: ({ file, suite, className, name }) =>
    identity(file, [className === "" ? withoutMethod(suite?.name ?? "") : className, name]),
  ctest: ({ file, name }) => identity(file, [name]),
  testcafe,
  busted,
  karma,
  "web-test-runner": ({ file, suite, className, name }) => {
    const browser = suite?.properties.get("browser.name") ?? "";
    return identity(file, [className, name], browser, browserIn(browser));
  },
  newman: ({ file, suite, name }) => identity(file, [...(suite?.name ?? "").split(" / "), name]),
  // The number of the point is not used, because it changes if a test is added before it.
  "tap-xunit": ({ file, suite, name }) =>
    identity(file, [suite?.name === "Default" ? "" : (suite?.name ?? ""), name.replace(numbered, "")]),
  webdriverio,
  // The class name is the browser with its version.
  testem: ({ file, className, name }) => {
    const browser = withoutVersions(className);
    return identity(file, [name], browser, browserIn(browser));
  },
  // Meson adds the number of a TAP point, which changes if a test is added before it.
  meson: ({ file, suite, name }) =>
    identity(file, [suite?.name ?? "", suite?.firstCase?.startsWith("1 ") === true ? name.replace(/^\d+ /, "") : name]),
  // The outermost suite is the file. The class name contains the other suites, innermost first.
  bun: ({ file, suites, name }) => identity(file, [...suites.slice(1).map((each) => each.name), name]),
  // Removes the number of the scenario and its line from the name.
  karate: ({ suite, name }) => identity(projectPath(suite?.name ?? ""), [name.replace(numberedScenario, "")]),
  "node-test": ({ file, suites, name }) => identity(file, [...suites.map((each) => each.name), name]),
  ginkgo: ({ file, suites, className, name }) =>
    identity(file, [...suitesAndClass(suites, className, name), name.replace(/^\[It\] /, "")]),
};

function identityAt(
  file: string | null,
  dialect: DialectId,
  suites: readonly RawSuite[],
  testcase: ReadonlyMap<string, string>,
): Identity {
  const read = identities[dialect] ?? generic;
  return read({
    file,
    suites,
    suite: suites.at(-1),
    className: meaningful(testcase.get("classname")) ?? meaningful(testcase.get("class")) ?? "",
    name: testcase.get("name") ?? "",
  });
}

function playwright({ suite, className, name }: Location): Identity {
  const [, browser = "", path, line, titles = name] = placedByPlaywright.exec(className) ?? [];
  if (path !== undefined) {
    const found = identity(projectPath(path), titles.split(" › "), browser, browserIn(browser));
    return line === undefined ? found : { ...found, line: Number(line) };
  }
  const project = suite?.attributes.get("hostname") ?? "";
  const title = withoutPrefix(name, `[${project}] `);
  return identity(projectPath(className), title.split(" › "), project, browserIn(project));
}

function testcafe({ file, suite, className, name }: Location): Identity {
  const browsers = withoutVersions((suite?.name ?? "").slice("TestCafe Tests:".length));
  return identity(file, [className, withoutNotes(name)], browsers, browserIn(browsers));
}

function busted({ className, name }: Location): Identity {
  // The line is not part of the identity, because it changes if code is added before the test.
  const [, path = className, line] = placed.exec(className) ?? [];
  return { ...identity(projectPath(path), [name]), line: Number(line) };
}

function karma({ file, suite, className, name }: Location): Identity {
  const named = browserAndVersion.test(suite?.name ?? "") ? suite?.name : undefined;
  const browser = withoutVersions(named ?? browserIn(suite?.properties.get("browser.fullName") ?? "") ?? "");
  const described = withoutBrowserPrefix(className);
  return identity(file, [described, withoutPrefix(name, `${described} `)], browser, browserIn(browser));
}

/** A suite with the name of its file is not a suite, unless the file is also given elsewhere. */
function generic({ file, suites, className, name }: Location): Identity {
  const named =
    file === null ? suites.findLast((suite) => isSourceFile(suite.name) && !/\s/.test(suite.name)) : undefined;
  const all = suitesAndClass(suites, className, name);
  const browser = withoutVersions(all.find(isBrowser) ?? "");
  const owners = browser === "" ? all : all.filter((owner) => !isBrowser(owner));
  if (named === undefined) return identity(file, [...owners, name], browser, browserIn(browser));
  const path = steadyName(named.name);
  return identity(projectPath(path), [...owners.filter((owner) => owner !== path), name], browser, browserIn(browser));
}

/** jest-junit can be configured to use the file as class and suite. */
function jest({ file, suite, className, name }: Location): Identity {
  if (isScript(className)) return identity(file ?? projectPath(className), [name]);
  const suiteName = suite?.name ?? "";
  const isFile = isScript(suiteName);
  const at = file ?? (isFile ? projectPath(suiteName) : null);
  if (className !== name) return identity(at, [className, withoutPrefix(name, `${className} `)]);
  return identity(at, isFile ? [name] : jestTitles(suite, name));
}

function identity(file: string | null, titles: readonly string[], variant = "", browser?: string): Identity {
  const clean = titles.map((title) => cleanTitle(steadyTitle(title.slice(0, limits.title + 1)), limits.title).trim());
  const last = clean.pop() ?? "";
  return {
    file: file === null ? null : cleanTitle(file, limits.title),
    titlePath: [...clean.filter((title) => title !== ""), last === "" ? "(unnamed)" : last],
    variant: cleanTitle(variant, limits.title),
    browser,
  };
}

function steadyTitle(title: string): string {
  return withoutEnvironmentVersions(withoutAddresses(title));
}

/** Some reporters write `null` or `undefined` for missing values. */
function meaningful(text: string | undefined): string | undefined {
  return text === undefined || text === "" || text === "null" || text === "undefined" ? undefined : text;
}

function nearestFile(suites: readonly RawSuite[]): string | undefined {
  return suites.findLast((suite) => (suite.attributes.get("file") ?? "") !== "")?.attributes.get("file");
}

/** Generic names for the root of all tests. */
const namesNothing = /^(?:TestResults|nose2-junit|nosetests|Test Suite|Tap-Junit-Suite)?$/;
/** Cargo appends a hash to the name of a binary, which changes with each build. */
const cargoHash = / \(target\/\S+-[\da-f]{16}\)$/;

function suitesAndClass(suites: readonly RawSuite[], className: string, test: string): string[] {
  const names = suites
    .filter((suite) => !isNumberedReport(suite.name))
    .map((suite) => steadyName(suite.name))
    .filter((name) => !namesNothing.test(name));
  const last = names.at(-1) ?? "";
  if (className === test || className === "") return last === test ? names.slice(0, -1) : names;
  const repeats =
    className === last ||
    className === names.join(".") ||
    className === names.join(" > ") ||
    last.endsWith(`.${className}`) ||
    last.endsWith(`/${className}`);
  return repeats ? names : [...names, steadyName(className)];
}

/** Returns true for the name of a report file with the number or time of its run, such as `results/report_4.xml`. */
function isNumberedReport(name: string): boolean {
  return /(?:[-_ .]\d{1,20}|\d{8}\D{0,2}\d{0,6})\.xml$/i.test(name);
}

/** Removes the parts of a name that change between runs or machines. */
function steadyName(name: string): string {
  const steady = withoutTimestamp(name).replace(cargoHash, "");
  if (!/^(?:[a-z]:)?[\\/]/i.test(steady)) return steady;
  return /\.(?:dll|exe)$/i.test(steady) ? steady.replace(/^.*[\\/]/s, "") : sourcePath(steady);
}

const compactTime = /-\d{14}$/;
const spelledTime = /[-_ ]\d{4}-\d{2}-\d{2}[T _]\d{2}[:.-]?\d{2}[:.-]?\d{2}\S*$/;

/**
 * Removes the timestamp that unittest-xml-reporting appends to suite names, such as `TestShop-20261120231132`. It would change the identity in every
 * run.
 */
export function withoutTimestamp(name: string): string {
  // Fast path, because this is called for every test and almost no name contains two digits in a row.
  return /\d{2}/.test(name) ? name.replace(compactTime, "").replace(spelledTime, "") : name;
}

/** By default, jest-junit names the suite of a file after its first `describe`, but not all cases are nested in it. */
function jestTitles(suite: RawSuite | undefined, name: string): string[] {
  const title = meaningful(suite?.name) ?? "";
  if (title !== "" && name.startsWith(`${title} `)) return [title, name.slice(title.length + 1)];
  return suite?.firstCase?.startsWith(`${title} `) === true ? [name] : [title, name];
}

/** One of class name and name is the full title, and the other its end, depending on an option. */
function mochaTitles(className: string, name: string, suite: string): string[] {
  const [full, title] = className.length > name.length ? [className, name] : [name, className];
  if (title !== "" && full.endsWith(` ${title}`)) return [full.slice(0, -title.length - 1), title];
  if (full === title) return [suite === "Root Suite" ? "" : suite, name];
  return [className, name];
}

function withoutPrefix(text: string, prefix: string): string {
  return text.startsWith(prefix) ? text.slice(prefix.length) : text;
}

function withoutMethod(suite: string): string {
  return suite.replace(/::.*$/, "");
}

function withoutBrowserPrefix(className: string): string {
  return className.replace(
    /^(Headless)?(Chrome|Firefox|Safari|Edge|Electron|PhantomJS)[\w .()]*?\d[\d_.]*(\s*\([^)]*\))?\.?/,
    "",
  );
}

/**
 * The class name is `<browser>.<version>.<system>.<suites>`, with `_` for every dot and space inside a part, and an additional first word
 * with Cucumber.
 */
function webdriverio({ file, suite, className, name }: Location): Identity {
  const capabilities = suite?.properties.get("capabilities") ?? "";
  const begin = capabilities === "" ? -1 : className.indexOf(`${capabilities}.`);
  const below = begin < 0 ? className : className.slice(begin + capabilities.length + 1);
  const path = begin < 0 || below === suite?.name ? [below] : below.split(".");
  const feature = suite?.properties.get("featureFile") ?? suite?.properties.get("file");
  const variant = capabilities
    .split(".")
    .filter((part) => !/^v?[\d_]+$/.test(part))
    .join(" ");
  const at = file ?? (feature === undefined ? null : sourcePath(feature));
  return identity(at, [...path, name], variant, browserIn(variant));
}
