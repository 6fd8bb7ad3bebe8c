import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { JsonExport } from "@plumb/contract/runs/json-export.ts";
import type {
  ExportedArtifact,
  ExportedResult,
  RenderOptions,
  Renderer,
  ReportSource,
} from "#exports/source/report-source.ts";

/** Format and version in every document (docs/json-export.md), which `plumb-json` in formats reads. */
const format: JsonExport["format"] = "plumb-report";
const version: JsonExport["version"] = 1;

/** Number of characters to collect before each write, because a write per test would be slow. */
const writeLength = 64 * 1024;

/** Renders the whole report as one JSON document, one test per line. */
export const renderJson: Renderer = (source, out, options) =>
  pipeline(Readable.from(inChunks(documentOf(source, options)), { highWaterMark: 1 }), out, { signal: options.signal });

async function* inChunks(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = "";
  for await (const piece of pieces) {
    chunk += piece;
    if (chunk.length < writeLength) continue;
    yield chunk;
    chunk = "";
  }
  yield chunk;
}

async function* documentOf(source: ReportSource, { origin, now, progress }: RenderOptions): AsyncGenerator<string> {
  const { report, resultId } = source;
  const full = resultId === null;
  yield `{"format":${JSON.stringify(format)},"version":${version},"exportedAt":${JSON.stringify(now.toISOString())},\n`;
  const from = { url: `${origin}/reports/${report.id}`, project: source.projectName, number: report.number };
  yield `"source":${JSON.stringify(from)},\n"report":${JSON.stringify(reportFacts(source))},\n"problems":[`;
  let separator = "\n";
  for (const { severity, file, line, reason } of full ? await source.problems() : []) {
    yield `${separator}${JSON.stringify({ severity, file, line, reason })}`;
    separator = ",\n";
  }
  yield `],\n"output":[`;
  separator = "\n";
  for await (const { source: file, stream, text } of source.printed()) {
    yield `${separator}${JSON.stringify({ source: file, stream, text })}`;
    separator = ",\n";
  }
  const files = (await source.runFiles()).map((file) => JSON.stringify(fileOf(file)));
  yield `],\n"files":[${files.map((file) => `\n${file}`).join(",")}],\n"tests":[`;
  separator = "\n";
  let done = 0;
  for await (const result of source.results()) {
    yield `${separator}${JSON.stringify(testOf(result))}`;
    separator = ",\n";
    done += 1;
    progress(done);
  }
  yield "]}\n";
}

function reportFacts({ report, key, resultId }: ReportSource): JsonExport["report"] {
  const { duration } = report.summary;
  return {
    // A single test is not the whole report, so importing it creates another report.
    key: resultId === null ? key : null,
    selection: resultId === null ? "report" : "test",
    suite: report.testSuite,
    framework: report.framework,
    environment: report.environment,
    branch: report.branch,
    commit: report.commit,
    build: report.build,
    commitAuthor: report.commitAuthor,
    pullRequest: report.pullRequest,
    ciUrl: report.ciUrl,
    status: report.status,
    interruption: report.interruption ?? null,
    partial: report.partial ?? null,
    startTime: report.startTime,
    endTime: report.endTime,
    duration,
    tags: report.tags,
    facts: report.facts,
    metadata: report.metadata,
    authors: report.authors,
    failedAuthors: report.failedAuthors,
    summary: report.summary,
  };
}

function testOf(result: ExportedResult): JsonExport["tests"][number] {
  return {
    file: result.file,
    line: result.line,
    titlePath: result.titlePath,
    variant: result.variant,
    occurrence: result.occurrence,
    status: result.status,
    flaky: result.flaky,
    retries: result.retries,
    duration: result.duration,
    browser: result.browser,
    author: result.author,
    tags: result.tags,
    annotations: result.annotations,
    skipReason: result.skipReason,
    attempts: [...result.attempts],
    artifacts: result.artifacts.map(({ attempt, step, ...file }) => ({ attempt, step, ...fileOf(file) })),
  };
}

function fileOf({ name, kind, contentType, size, path, blobHash: sha256 }: Omit<ExportedArtifact, "attempt" | "step">) {
  return { name, kind, contentType, size, path, sha256 };
}
