import { type ModelTest, type SpecFile, specFiles } from "./results-model.ts";

/** Yields a JUnit XML report as written by Playwright and most other reporters: one suite per file, with the last attempt of each test. */
export function* junitReport(count: number, seed: number): Generator<string> {
  yield `<testsuites id="" name="shop" tests="${count}">\n`;
  for (const spec of specFiles(count, seed)) yield suite(spec);
  yield "</testsuites>\n";
}

function suite({ file, describe, tests }: SpecFile): string {
  const started = new Date(tests[0]?.attempts[0]?.startedAt ?? 0).toISOString();
  const cases = tests.map((test) => testcase(file, describe, test)).join("");
  return `<testsuite name="${escaped(file)}" timestamp="${started}" hostname="" tests="${tests.length}">\n${cases}</testsuite>\n`;
}

function testcase(file: string, describe: string, test: ModelTest): string {
  const last = test.attempts.at(-1);
  const head = `<testcase name="${escaped(`${describe} › ${test.title}`)}" classname="${escaped(file)}" time="${(last?.durationMs ?? 0) / 1000}">\n`;
  const skipped = last === undefined ? "<skipped>\n</skipped>\n" : "";
  const output = last?.stdout ? `<system-out>\n<![CDATA[${last.stdout}]]>\n</system-out>\n` : "";
  const failure = last?.error
    ? `<failure message="${escaped(`${file}:${test.line}:3 ${test.title}`)}" type="FAILURE">\n<![CDATA[${withoutEscapes(last.error.stack)}\n\n${last.error.snippet}]]>\n</failure>\n`
    : "";
  return `${head}${skipped}${failure}${output}</testcase>\n`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** Removes escape characters, which are invalid in XML. */
function withoutEscapes(text: string): string {
  return text.replaceAll("\u001b", "");
}
