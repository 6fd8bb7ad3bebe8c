import { type KnownFile, other, report } from "./known-file.ts";
import type { XmlRoot } from "./xml-facts.ts";

/** Known XML files, identified by their root element. The first match is used. */
export const knownXml: readonly (readonly [matches: (root: XmlRoot) => boolean, known: KnownFile])[] = [
  [
    ({ name, inside }) => name === "suite" && inside.has("classes"),
    other("the definition of a TestNG suite", "Upload the results that TestNG wrote"),
  ],
  [({ name, tag }) => name === "test-suite" && tag.includes("allure"), report("an Allure 1 suite")],
  [
    ({ name }) => name === "Catch" || name === "Catch2TestRun",
    report("Catch2's own XML", "The reporter `junit` of Catch2 writes JUnit XML"),
  ],
  [
    ({ name, inside }) => name === "Site" && (inside.has("Testing") || inside.has("Build")),
    report("a CTest dashboard file", "ctest --output-junit writes JUnit XML"),
  ],
  [
    ({ name, tag }) => name === "testsuites" && tag.includes("check.sourceforge.net"),
    report("Check's own XML", "Check can also write TAP: set CK_TAP_LOG_FILE_NAME to a file name"),
  ],
  [({ name }) => name === "testExecutions", report("a SonarQube test execution file")],
  [
    ({ name }) => name === "TestLog" || name === "TestResult",
    report("a Boost.Test file", "Boost.Test writes JUnit XML with --log_format=JUNIT"),
  ],
  [
    ({ name, inside }) => name === "result" && inside.has("suites"),
    other("Jenkins' internal results file (junitResult.xml)", "Upload the JUnit XML that the tests wrote"),
  ],
  [
    ({ name, inside }) => name === "coverage" || (name === "report" && inside.has("package")),
    other("a coverage report, not a test report"),
  ],
  [
    ({ name }) => name === "checkstyle" || name === "pmd" || name === "FindBugs" || name === "BugCollection",
    other("a static analysis report, not a test report"),
  ],
];
