import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type ModelAttempt, type ModelTest, rootDir, runStartedAt, type SpecFile, specFiles } from "./results-model.ts";

/** Writes the results as a folder of Allure results, with one file per attempt. */
export async function writeAllureResults(folder: string, count: number, seed: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const spec of specFiles(count, seed)) {
    const files = spec.tests.flatMap((test) =>
      test.attempts.length === 0
        ? [result(spec, test, null, 0)]
        : test.attempts.map((attempt, retry) => result(spec, test, attempt, retry)),
    );
    await Promise.all(files.map((file) => writeFile(join(folder, `${file.uuid}-result.json`), JSON.stringify(file))));
  }
}

function result({ file, describe }: SpecFile, test: ModelTest, attempt: ModelAttempt | null, retry: number) {
  const start = attempt?.startedAt ?? runStartedAt;
  const labels = {
    language: "javascript",
    framework: "playwright",
    parentSuite: "chromium",
    suite: file,
    subSuite: describe,
  };
  return {
    uuid: uuid(test.id, retry),
    name: test.title,
    historyId: `${test.id}:chromium`,
    testCaseId: test.id,
    fullName: `${file}:${test.line}:3`,
    titlePath: ["chromium", ...file.split("/"), describe],
    status: attempt?.status ?? "skipped",
    statusDetails: attempt?.error ? { message: plain(attempt.error.message), trace: plain(attempt.error.stack) } : {},
    stage: "finished",
    start,
    stop: start + (attempt?.durationMs ?? 0),
    labels: [
      ...Object.entries(labels).map(([name, value]) => ({ name, value })),
      { name: "thread", value: `pid-${attempt?.worker ?? 0}` },
      { name: "package", value: `${rootDir}/${file}`.replaceAll("/", ".") },
    ],
    parameters: [{ name: "Project", value: "chromium" }],
    links: [],
    attachments: [],
    steps: (attempt?.steps ?? []).map(({ title, durationMs }) => ({
      name: title,
      status: "passed",
      statusDetails: {},
      stage: "finished",
      start,
      stop: start + durationMs,
      parameters: [],
      attachments: [],
      steps: [],
    })),
  };
}

function uuid(id: string, retry: number): string {
  const digits = `${id.replaceAll("-", "").slice(12, 40)}${retry}`.padStart(32, "0").slice(-32);
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

function plain(text: string): string {
  // oxlint-disable-next-line no-control-regex -- Allure's adapters strip the colours
  return text.replaceAll(/\u001b\[\d+m/g, "");
}
