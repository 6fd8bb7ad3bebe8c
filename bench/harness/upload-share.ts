import { join } from "node:path";
import { FailureSignatures } from "@plumb/analysis/grouping/failure-signature.ts";
import type { Metric } from "./metric.ts";
import { madeFailures } from "./made-failures.ts";
import type { BenchOptions } from "./program.ts";
import { writeReport } from "./report-file.ts";
import { sendReport } from "./send-report.ts";
import { newProject, startServer } from "./server.ts";
import { median } from "./statistics.ts";
import { workFolder } from "./work-folder.ts";

/**
 * Measures the engine's share of an upload with 50 % failed tests. An upload only waits for the signatures of its errors; everything else is done by
 * a job after the response.
 */
export async function uploadShare({ quick, log }: BenchOptions): Promise<Metric> {
  const tests = quick ? 1000 : 10_000;
  const rounds = quick ? 2 : 7;
  log(`an upload of ${tests.toLocaleString("en")} tests, half of them failed`);
  const failures = [...madeFailures(tests / 2)].map(({ failure }) => failure);
  using work = workFolder();
  const report = await writeReport(join(work.path, "report.xml"), tests, junit(failures.map(({ message }) => message)));
  await using server = await startServer(work.folder("data"));
  const uploads: number[] = [];
  const signings: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const project = await newProject(server);
    const started = performance.now();
    await sendReport(server, project.id, report);
    uploads.push(performance.now() - started);
    const signatures = new FailureSignatures();
    const before = performance.now();
    for (const { message } of failures) signatures.of(message);
    signings.push(performance.now() - before);
  }
  const [uploadMs, signingMs] = [median(uploads), median(signings)];
  return {
    name: `upload of ${tests.toLocaleString("en")} tests, half failed: longer by the engine`,
    value: (100 * signingMs) / (uploadMs - signingMs),
    unit: "%",
    bar: { of: "value", max: 10 },
    note: `${signingMs.toFixed(0)} ms of ${uploadMs.toFixed(0)} ms; if no other processor had been free`,
  };
}

function* junit(messages: readonly string[]): Generator<string> {
  yield `<testsuites><testsuite name="shop">`;
  for (const [index, message] of messages.entries()) {
    const text = message
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll('"', "&quot;")
      .replaceAll("\n", "&#10;");
    yield `<testcase classname="shop" name="passes ${index}" time="0.5"/>`;
    yield `<testcase classname="shop" name="fails ${index}" time="0.5"><failure message="${text}"/></testcase>`;
  }
  yield "</testsuite></testsuites>";
}
