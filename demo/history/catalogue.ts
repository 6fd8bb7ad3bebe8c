import { apiFiles } from "./api-tests.ts";
import { backOfficeFiles } from "./back-office-tests.ts";
import { mobileFiles } from "./mobile-tests.ts";
import type { TestEntry, TestFile } from "./test-file.ts";
import { webFiles } from "./web-tests.ts";

export type SuiteId = "web" | "api" | "mobile" | "backOffice";

export interface DemoTest extends TestEntry {
  readonly suite: SuiteId;
  readonly file: TestFile;
  /** Playwright project; empty in the other tools. */
  readonly project: string;
  /** 1-based, of its first line. */
  readonly line: number;
  /** The same in every run. */
  readonly key: string;
}

/** As the runs are called in the product. */
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

/** First line of the first test of a file, and lines from one test to the next. */
const firstLine = 7;
const linesPerTest = 13;

/** The tests that a suite had so many days ago, in the order of their files; a fraction counts as part of a day. */
export function testsOf(suite: SuiteId, daysAgo: number): DemoTest[] {
  return allTests(suite).filter(({ file, addedDaysAgo, removedDaysAgo }) => {
    const added = Math.min(addedDaysAgo ?? Number.POSITIVE_INFINITY, file.addedDaysAgo ?? Number.POSITIVE_INFINITY);
    return daysAgo <= added && daysAgo > (removedDaysAgo ?? -1);
  });
}

/** Every test that a suite ever had. */
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
