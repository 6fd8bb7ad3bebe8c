import type { RawSuite } from "./raw-case.ts";

/** What is written as JUnit XML by different tools differs in where file, class, title and retries stand. */
export interface Dialect {
  readonly id: DialectId;
  /** Who ran the tests, in the words of `RunEvent.framework`. */
  readonly framework: string;
}

export type DialectId =
  | "generic"
  | "playwright"
  | "vitest"
  | "jest"
  | "mocha"
  | "pytest"
  | "unittest"
  | "surefire"
  | "junit-platform"
  | "testng"
  | "testcafe"
  | "webdriverio"
  | "karma"
  | "phpunit"
  | "gtest"
  | "ctest"
  | "node-test"
  | "bun"
  | "deno"
  | "cucumber"
  | "go"
  | "nextest"
  | "boost"
  | "busted"
  | "minitest"
  | "rspec"
  | "newman"
  | "web-test-runner"
  | "nightwatch"
  | "karate"
  | "tap"
  | "tap-xunit";

export interface DialectClues {
  /** Of `<testsuites>`; undefined if the document has none. */
  readonly root: ReadonlyMap<string, string> | undefined;
  /** From the outside in. */
  readonly suites: readonly RawSuite[];
  readonly testcase: ReadonlyMap<string, string>;
  /** Of a root suite of Mocha that came before. */
  readonly inheritedFile: string | undefined;
}

const byRootName: Readonly<Record<string, Dialect>> = {
  "jest tests": { id: "jest", framework: "jest" },
  "vitest tests": { id: "vitest", framework: "vitest" },
  "pytest tests": { id: "pytest", framework: "pytest" },
  "bun test": { id: "bun", framework: "bun" },
  "deno test": { id: "deno", framework: "deno" },
  "nextest-run": { id: "nextest", framework: "nextest" },
  "TAP Tests": { id: "tap", framework: "tap" },
};

const scriptFile = /\.[cm]?[jt]sx?$/;
/** As Karma names its suites. */
export const browserAndVersion =
  /^(Headless)?\s?(Chrome|Chromium|Firefox|Safari|Edge|Electron|PhantomJS|Opera)\b[\w ]*\s\d/;

/** The writer, from what it cannot help writing. Decided per suite, by its first case. */
export function dialectOf(clues: DialectClues): Dialect {
  const { root, suites, testcase } = clues;
  const suite = suites.at(-1);
  const rootName = root?.get("name") ?? "";
  const suiteName = suite?.name ?? "";
  const className = testcase.get("classname");
  const known = byRootName[rootName];
  if (known !== undefined) return known;
  if (suiteName === "pytest") return { id: "pytest", framework: "pytest" };
  if (rootName === "Mocha Tests" || suiteName === "Mocha Tests" || suites.some(isMochaRoot)) return mocha(clues);
  if (suiteName !== "" && testcase.get("name") === `${suiteName} ${className}`) return mocha(clues);
  if (suites.some((each) => each.attributes.get("noNamespaceSchemaLocation")?.includes("surefire") === true)) {
    return { id: "surefire", framework: javaFramework(suites) };
  }
  if (suiteName.startsWith("TestCafe Tests:")) return { id: "testcafe", framework: "testcafe" };
  if (hasProperty(suite, "go.version")) return { id: "go", framework: "go" };
  if (hasProperty(suite, "specId") && hasProperty(suite, "capabilities")) {
    return { id: "webdriverio", framework: "webdriverio" };
  }
  if (hasProperty(suite, "browser.fullName") || browserAndVersion.test(suiteName)) {
    return { id: "karma", framework: "karma" };
  }
  if (hasProperty(suite, "test.fileName") && hasProperty(suite, "browser.launcher")) {
    return { id: "web-test-runner", framework: "web-test-runner" };
  }
  if (isPlaywright(clues, suite)) return { id: "playwright", framework: "playwright" };
  if (testcase.has("status") && testcase.has("result")) return { id: "gtest", framework: "gtest" };
  if (className !== undefined && className === testcase.get("name") && ctestStatus.has(testcase.get("status") ?? "")) {
    return { id: "ctest", framework: "ctest" };
  }
  if (testcase.has("assertions") || suites.some((each) => each.attributes.has("assertions"))) return counting(clues);
  if (isNodeTest(clues)) return { id: "node-test", framework: "node-test" };
  if (/^Run \d+ of \d+$/.test(suiteName) && placed.test(className ?? "")) return { id: "busted", framework: "busted" };
  if (/^rspec\d*$/.test(suiteName)) return { id: "rspec", framework: "rspec" };
  if (suiteName === "cucumber-js" || (root === undefined && suiteName === "Cucumber"))
    return { id: "cucumber", framework: "cucumber" };
  if (isNewman(clues, suite)) return { id: "newman", framework: "newman" };
  if (root?.size === 0 && className === undefined && numbered.test(testcase.get("name") ?? "")) {
    return { id: "tap-xunit", framework: "tap" };
  }
  if (suiteName.endsWith(".feature") && numberedScenario.test(testcase.get("name") ?? "")) {
    return { id: "karate", framework: "karate" };
  }
  if (/^JUnit (Jupiter|Vintage|Platform)/.test(suiteName)) return { id: "junit-platform", framework: "junit" };
  if (/-\d{14}$/.test(suiteName)) return { id: "unittest", framework: "unittest" };
  if (suite?.attributes.has("ignored") === true) return { id: "testng", framework: javaFramework(suites, "testng") };
  return { id: "generic", framework: "junit" };
}

/**
 * Those that count assertions: of them only PHPUnit names classes and files, only Boost and Nightwatch have no such count in a
 * suite, and of these only Nightwatch names packages.
 */
function counting({ suites, testcase }: DialectClues): Dialect {
  if (suites.some(({ attributes }) => attributes.has("package") && attributes.get("hostname") === "")) {
    return { id: "nightwatch", framework: "nightwatch" };
  }
  const summed = suites.some((each) => each.attributes.has("assertions"));
  if (!summed && !testcase.has("file") && !testcase.has("class")) return { id: "boost", framework: "boost-test" };
  const ruby = testcase.has("lineno") || (!testcase.has("class") && testcase.get("name")?.startsWith("test_") === true);
  return ruby ? { id: "minitest", framework: "minitest" } : { id: "phpunit", framework: "phpunit" };
}

/** A class name that is a file with a line. */
export const placed = /^(.+\.\w+):(\d+)$/;

/** The point of a stream that a case was made of, as tap-xunit names it. */
export const numbered = /^#\d+(?: |$)/;

/** `[1:5] ` or, of an example, `[2.1:9] `, as Karate begins its names. */
export const numberedScenario = /^\[\d+(?:\.\d+)?:\d+\] /;

const ctestStatus = new Set(["run", "fail", "notrun", "disabled"]);

function hasProperty(suite: RawSuite | undefined, name: string): boolean {
  return suite?.properties.has(name) === true;
}

function isMochaRoot(suite: RawSuite): boolean {
  return suite.name === "Root Suite";
}

function mocha({ suites, inheritedFile }: DialectClues): Dialect {
  const files = [inheritedFile, ...suites.map((suite) => suite.attributes.get("file"))];
  const cypress = files.some((file) => /(^|[\\/])cypress[\\/]|\.cy\.[jt]sx?$/.test(file ?? ""));
  return { id: "mocha", framework: cypress ? "cypress" : "mocha" };
}

function javaFramework(suites: readonly RawSuite[], otherwise = "surefire"): string {
  const selenium = suites.some((suite) => /\bselen(ium|ide)\b/.test(suite.properties.get("java.class.path") ?? ""));
  return selenium ? "selenium" : otherwise;
}

/** One suite per file and project: the suite and the class name are the file, the host name is the project. */
function isPlaywright({ root, testcase }: DialectClues, suite: RawSuite | undefined): boolean {
  if (suite === undefined || !suite.attributes.has("hostname") || root === undefined) return false;
  const className = testcase.get("classname");
  return className === suite.name && scriptFile.test(className.replace(/ › .*/, "")) && root.has("id");
}

/** The class name is `test`, and since Node 24 the names of the suites where there are any; the root says nothing. */
function isNodeTest({ root, suites, testcase }: DialectClues): boolean {
  if (root !== undefined && root.size > 0) return false;
  const className = testcase.get("classname");
  if (className === "test") return true;
  const counts = suites.every(({ attributes }) => attributes.has("disabled") && attributes.has("hostname"));
  return root !== undefined && suites.length > 0 && counts && className === suites.map(({ name }) => name).join(".");
}

/** A suite per request, with its id; the class name is the suite's again, without spaces. */
function isNewman({ root, testcase }: DialectClues, suite: RawSuite | undefined): boolean {
  if (root === undefined || !/^[\da-f]{8}(?:-[\da-f]{4,12}){4}$/.test(suite?.attributes.get("id") ?? "")) return false;
  return lettersOf(testcase.get("classname")) === lettersOf(suite?.name);
}

function lettersOf(text = ""): string {
  return text.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
}
