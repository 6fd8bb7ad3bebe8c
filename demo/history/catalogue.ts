import { apiFiles } from "./api-tests.ts";
import { backOfficeFiles } from "./back-office-tests.ts";
import { mobileFiles } from "./mobile-tests.ts";
import type { TestEntry, TestFile } from "./test-file.ts";
import { webFiles } from "./web-tests.ts";

export type SuiteId = "web" | "api" | "mobile" | "backOffice";

export interface DemoTest extends TestEntry {
  readonly suite: SuiteId;
  readonly file: TestFile;
  /** Playwright project; empty for other tools. */
  readonly project: string;
  /** First line of the test, from 1. */
  readonly line: number;
  /** Identical in every run. */
  readonly key: string;
}

/** Names of the suites in the product. */
export const suiteNames: Readonly<Record<SuiteId, string>> = {
  web: "Web shop",
  api: "Shop API",
  mobile: "Mobile web",
  backOffice: "Back office",
};

const suites: Readonly<Record<SuiteId, { files: readonly TestFile[]; projects: readonly string[] }>> = {
  web: { files: webFiles, projects: ["chromium", "firefox"] },
  api: { files: apiFiles, projects: ["api"] },
  mobile: { files: mobileFiles, projects: [""] },
  backOffice: { files: backOfficeFiles, projects: [""] },
};

/** First line of the first test in a file, and the distance between tests in lines. */
const firstLine = 7;
const linesPerTest = 13;

/** Returns the tests that a suite had at that time, in the order of their files. `daysAgo` may be a fraction. */
export function testsOf(suite: SuiteId, daysAgo: number): DemoTest[] {
  return allTests(suite).filter(({ file, addedDaysAgo, removedDaysAgo }) => {
    const added = Math.min(addedDaysAgo ?? Number.POSITIVE_INFINITY, file.addedDaysAgo ?? Number.POSITIVE_INFINITY);
    return daysAgo <= added && daysAgo > (removedDaysAgo ?? -1);
  });
}

/** Returns all tests that a suite has or had. */
export function allTests(suite: SuiteId): DemoTest[] {
  const { files, projects } = suites[suite];
  return files.flatMap((file) =>
    file.tests.flatMap((entry, index) =>
      projects.map((project): DemoTest => {
        const test = typeof entry === "string" ? { title: entry } : entry;
        const line = firstLine + index * linesPerTest;
        return { ...test, suite, file, project, line, key: `${suite}/${file.file}/${test.title}/${project}` };
      }),
    ),
  );
}
