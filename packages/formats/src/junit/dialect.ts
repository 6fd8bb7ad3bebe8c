import { isScript } from "#text/source-file.ts";
import type { RawSuite } from "./raw-case.ts";

/** How a tool represents file, class, title and retries in JUnit XML. */
export interface Dialect {
  readonly id: DialectId;
  /** Tool that ran the tests, with the values of `RunEvent.framework`. */
  readonly framework: string;
}

export interface DialectClues {
  /** Attributes of `<testsuites>`; undefined if the document has none. */
  readonly root: ReadonlyMap<string, string> | undefined;
  /** Outermost first. */
  readonly suites: readonly RawSuite[];
  readonly testcase: ReadonlyMap<string, string>;
  /** File of an earlier root suite of Mocha. */
  readonly inheritedFile: string | undefined;
}

/** Clues that identify most writers. Missing names are empty. */
interface CollectedClues extends DialectClues {
  readonly suite: RawSuite | undefined;
  readonly rootName: string;
  readonly suiteName: string;
  readonly className: string;
  readonly name: string;
}

/** Matches a class name that is a file with a line. */
export const placed = /^(.+\.\w+):(\d+)$/;
/** Matches the test point of a stream that a case comes from, as written by tap-xunit. */
export const numbered = /^#\d+(?: |$)/;
/** Matches `[1:5] ` or, for an example, `[2.1:9] `, the prefix of Karate's names. */
export const numberedScenario = /^\[\d+(?:\.\d+)?:\d+\] /;
/** Matches `[chromium] › a.spec.ts:61:3 › Cart › adds`, the class name in early versions of Playwright. Later versions have no location. */
export const placedByPlaywright = /^\[([^\]]+)\] › (\S+?)(?::(\d+):\d+)?(?: › (.+))?$/s;
/** Matches the suite names of Karma. */
export const browserAndVersion =
  /^(Headless)?\s?(Chrome|Chromium|Firefox|Safari|Edge|Electron|PhantomJS|Opera)\b[\w ]*\s\d/;

/** Attributes in the order of pytest 6 to 8. Other tools write the same attributes in another order. */
const suiteOfPytest = "name errors failures skipped tests time timestamp hostname";

/** Attributes in the order of Gradle and EUnit. */
const suiteOfGradle = "name tests skipped failures errors timestamp hostname time";
const suiteOfEunit = "tests failures errors skipped time name";

const ctestStatus = new Set(["run", "fail", "notrun", "disabled"]);

/** Conditions that identify a writer by output that cannot be configured. The first matching condition is used. */
const writers = {
  jest: ({ rootName, root, suite, className, name }) =>
    rootName === "jest tests" ||
    // Even with custom names for root and suites, class and name are both the full title.
    (root?.has("errors") === true &&
      suite?.attributes.has("errors") === true &&
      suite.name !== "" &&
      className === name &&
      name.startsWith(`${suite.name} `)),
  vitest: ({ rootName, root, suite, className }) =>
    rootName === "vitest tests" ||
    (root?.has("errors") === true &&
      !root.has("id") &&
      suite?.attributes.has("hostname") === true &&
      suite.attributes.has("timestamp") &&
      suite.name === className &&
      isScript(className)),
  pytest: ({ root, rootName, suite, suiteName }) =>
    rootName === "pytest tests" ||
    suiteName === "pytest" ||
    // With a custom suite name, in versions whose root has no name.
    (root?.size === 0 && namesOf(suite) === suiteOfPytest),
  bun: ({ rootName }) => rootName === "bun test",
  deno: ({ rootName }) => rootName === "deno test",
  nextest: ({ rootName }) => rootName === "nextest-run",
  tap: ({ rootName }) => rootName === "TAP Tests",
  pester: ({ rootName, className }) => rootName === "Pester" || /\.Tests\.ps1$/i.test(className),
  mocha: ({ rootName, suiteName, suites, className, name, inheritedFile }) =>
    rootName === "Mocha Tests" ||
    suiteName === "Mocha Tests" ||
    inheritedFile !== undefined ||
    suites.some((each) => each.name === "Root Suite") ||
    (suiteName !== "" && className !== "" && name === `${suiteName} ${className}`),
  surefire: ({ suites }) =>
    suites.some((each) => each.attributes.get("noNamespaceSchemaLocation")?.includes("surefire") === true),
  testcafe: ({ suiteName }) => suiteName.startsWith("TestCafe Tests:"),
  go: ({ suite }) => has(suite, "go.version"),
  webdriverio: ({ suite }) => has(suite, "specId") && has(suite, "capabilities"),
  karma: ({ suite, suiteName }) => has(suite, "browser.fullName") || browserAndVersion.test(suiteName),
  "web-test-runner": ({ suite }) => has(suite, "test.fileName") && has(suite, "browser.launcher"),
  // Playwright writes one suite per file and project: the suite and the class name are the file, the host name is the project.
  playwright: ({ root, suite, className }) =>
    root?.has("id") === true &&
    suite?.attributes.has("hostname") === true &&
    ((className === suite.name && isScript(className.replace(/ › .*/, ""))) || placedByPlaywright.test(className)),
  gtest: ({ rootName, testcase }) =>
    testcase.has("status") && (testcase.has("result") || (rootName === "AllTests" && !testcase.has("assertions"))),
  ctest: ({ className, name, testcase }) => className === name && ctestStatus.has(testcase.get("status") ?? ""),
  // Catch2 writes `tbd` ("to be determined") as the host.
  catch2: ({ suite }) => suite?.attributes.get("hostname") === "tbd",
  doctest: ({ suite }) => suite?.attributes.has("doctest_version") === true,
  "common-test": ({ testcase }) => testcase.has("log") && testcase.has("timestamp"),
  nightwatch: (clues) =>
    counts(clues) &&
    clues.suites.some(({ attributes }) => attributes.has("package") && attributes.get("hostname") === ""),
  minitest: (clues) =>
    counts(clues) && (clues.testcase.has("lineno") || (!clues.testcase.has("class") && clues.name.startsWith("test_"))),
  phpunit: (clues) =>
    counts(clues) &&
    (clues.testcase.has("class") ||
      clues.testcase.has("feature") ||
      filesOf(clues).some((file) => /\.phpt?\b/.test(file))),
  cpputest: (clues) =>
    counts(clues) &&
    clues.suite?.attributes.has("hostname") === true &&
    filesOf(clues).some((file) => /\.(?:c|cc|cpp|cxx)$/.test(file)),
  boost: ({ root, suite, testcase }) =>
    root === undefined &&
    testcase.has("assertions") &&
    suite?.attributes.has("hostname") !== true &&
    suite?.attributes.has("timestamp") !== true,
  "node-test": isNodeTest,
  busted: ({ suiteName, className }) => /^Run \d+ of \d+$/.test(suiteName) && placed.test(className),
  rspec: ({ suiteName }) => /^rspec\d*$/.test(suiteName),
  cucumber: ({ root, suiteName }) => suiteName === "cucumber-js" || (root === undefined && suiteName === "Cucumber"),
  // Newman writes a suite per request with its id. The class name is the name of the suite or of the collection, without spaces.
  newman: ({ root, suite, className }) =>
    root !== undefined &&
    /^[\da-f]{8}(?:-[\da-f]{4,12}){4}$/.test(suite?.attributes.get("id") ?? "") &&
    [suite?.name, root.get("name")].some((name) => lettersOf(name) === lettersOf(className)),
  "tap-xunit": ({ root, testcase, name }) => root?.size === 0 && !testcase.has("classname") && numbered.test(name),
  karate: ({ suiteName, name }) => suiteName.endsWith(".feature") && numberedScenario.test(name),
  ginkgo: ({ suite, name }) => has(suite, "SuiteSucceeded") || /^\[(?:It\] |[A-Za-z]*Suite\])/.test(name),
  "junit-platform": ({ suiteName }) => /^JUnit (Jupiter|Vintage|Platform)/.test(suiteName),
  unittest: ({ suiteName }) => /-\d{14}$/.test(suiteName),
  testng: ({ suite }) => suite?.attributes.has("ignored") === true,
  openshift: ({ suite, suiteName }) => suiteName.startsWith("openshift-tests") || has(suite, "TestVersion"),
  gradle: ({ root, suite }) => root === undefined && namesOf(suite) === suiteOfGradle,
  eunit: ({ root, suite }) => root === undefined && namesOf(suite) === suiteOfEunit,
  xcode: ({ root, suite, suiteName, className, name, testcase }) =>
    className === suiteName &&
    /^test\w*$/.test(name) &&
    [root, suite?.attributes].every(
      (each) => each?.has("tests") === true && each.has("failures") && !each.has("time"),
    ) &&
    [...testcase.keys()].every((key) => key === "classname" || key === "name" || key === "time"),
  meson: ({ root, suite, suiteName, className }) =>
    root !== undefined &&
    namesIn(root) === "tests errors failures" &&
    namesOf(suite) === "name tests errors failures skipped time" &&
    className === suiteName,
  testem: ({ suiteName }) => suiteName === "Testem Tests",
  generic: () => true,
} satisfies Readonly<Record<string, (clues: CollectedClues) => boolean>>;

export type DialectId = keyof typeof writers;

/** Frameworks whose names differ from the dialect. */
const frameworks: Partial<Record<DialectId, string | ((clues: CollectedClues) => string)>> = {
  mocha: (clues) => (filesOf(clues).some(isOfCypress) ? "cypress" : "mocha"),
  surefire: ({ suites }) => javaFramework(suites, "surefire"),
  testng: ({ suites }) => javaFramework(suites, "testng"),
  boost: "boost-test",
  gradle: ({ suites }) => javaFramework(suites, "junit"),
  openshift: "ginkgo",
  xcode: "xctest",
  "junit-platform": "junit",
  "tap-xunit": "tap",
  generic: "junit",
};

/** Returns the dialect of a suite, based on its first case. */
export function dialectOf(clues: DialectClues): Dialect {
  const { root, suites, testcase } = clues;
  const suite = suites.at(-1);
  const collected: CollectedClues = {
    ...clues,
    suite,
    rootName: root?.get("name") ?? "",
    suiteName: suite?.name ?? "",
    className: testcase.get("classname") ?? "",
    name: testcase.get("name") ?? "",
  };
  const ids = Object.keys(writers) as DialectId[];
  const id = ids.find((each) => writers[each](collected)) ?? "generic";
  const framework = frameworks[id] ?? id;
  return { id, framework: typeof framework === "string" ? framework : framework(collected) };
}

/** Returns true if the case or its suites count assertions. */
function counts({ suites, testcase }: DialectClues): boolean {
  return testcase.has("assertions") || suites.some(({ attributes }) => attributes.has("assertions"));
}

/** Returns the names of the attributes in document order. */
function namesOf(suite: RawSuite | undefined): string {
  return suite === undefined ? "" : namesIn(suite.attributes);
}

function namesIn(attributes: ReadonlyMap<string, string>): string {
  return [...attributes.keys()].join(" ");
}

function has(suite: RawSuite | undefined, property: string): boolean {
  return suite?.properties.has(property) === true;
}

function filesOf({ suites, testcase, inheritedFile }: DialectClues): string[] {
  return [testcase.get("file"), inheritedFile, ...suites.map(({ attributes }) => attributes.get("file"))].filter(
    (file) => file !== undefined,
  );
}

function isOfCypress(file: string): boolean {
  return /(^|[\\/])cypress[\\/]|\.cy\.[jt]sx?$/.test(file);
}

function javaFramework(suites: readonly RawSuite[], otherwise: string): string {
  const selenium = suites.some((suite) => /\bselen(ium|ide)\b/.test(suite.properties.get("java.class.path") ?? ""));
  return selenium ? "selenium" : otherwise;
}

/**
 * The class name is `test` or, since Node 24, the names of the suites if there are any. The root has no clue. ESLint
 * and Jasmine's reporters are similar, but write a package, or neither file nor time zone.
 */
function isNodeTest({ root, suites, testcase, className }: CollectedClues): boolean {
  if (root?.size !== 0) return false;
  if (className === "test") return !suites.some(({ attributes }) => attributes.has("package"));
  const isSuites = suites.length > 0 && className === suites.map(({ name }) => name).join(".");
  return (
    isSuites &&
    testcase.has("file") &&
    suites.every(({ attributes }) => (attributes.get("timestamp") ?? "").endsWith("Z"))
  );
}

function lettersOf(text = ""): string {
  return text.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
}
