import { PassThrough } from "node:stream";
import { pipeline } from "node:stream/promises";
import { htmlExportFile, htmlExportOutput, packRows } from "@plumb/contract/runs/html-export.ts";
import { withVerdicts } from "#failures/verdict.ts";
import type { Artifact, ResultDetail, ResultRow } from "@plumb/contract/runs/results.ts";
import type { PrintedOutput, RunOutput } from "@plumb/contract/runs/run-output.ts";
import { renderJson } from "#exports/render/json.ts";
import type {
  ExportedArtifact,
  ExportedResult,
  RenderOptions,
  Renderer,
  ReportSource,
} from "#exports/source/report-source.ts";
import { artifactName, isPacked } from "./artifact-name.ts";
import { indexPage } from "./index-page.ts";
import { scriptText } from "./script-text.ts";
import { viewerFiles } from "./viewer-files.ts";
import { ZipWriter } from "./zip-writer.ts";

const rowsPerFile = 5000;
/** Limits of one details file, which is loaded as a whole when one of its tests is opened. */
const detailsPerFile = { tests: 100, characters: 400_000 };

/**
 * Renders a report, or one of its tests, as a zip whose `index.html` opens from disk without a server. With artifacts, it contains each of them once,
 * and the report as JSON, so that the zip can be uploaded again.
 */
export const renderHtml: Renderer = async (source, out, options) => {
  const viewer = await viewerFiles();
  const zip = new ZipWriter(options.now);
  const fill = async () => {
    await zip.add("viewer/viewer.js", viewer.script);
    await zip.add("viewer/viewer.css", viewer.style);
    await writeTests(zip, source, options);
    if (options.includeArtifacts) await zip.add("report.json", jsonOf(source, options));
    zip.end();
  };
  const filling = fill().catch((error: unknown) => {
    zip.output.destroy(error as Error);
    throw error;
  });
  await Promise.all([pipeline(zip.output, out, { signal: options.signal }), filling]);
};

async function writeTests(zip: ZipWriter, source: ReportSource, options: RenderOptions): Promise<void> {
  const { report, projectName, resultId } = source;
  const artifacts = new ArtifactFiles(zip, source, options.includeArtifacts);
  const detailStarts: number[] = [];
  let rowFiles = 0;
  let done = 0;
  let rows: ResultRow[] = [];
  let details: ResultDetail[] = [];
  let characters = 0;
  const writeRows = async () => {
    rowFiles += 1;
    await zip.add(
      htmlExportFile("rows", rowFiles),
      scriptText("rows", rowFiles, packRows(rows, (await source.failingStates(rows)) ?? new Map())),
    );
    rows = [];
  };
  const writeDetails = async () => {
    detailStarts.push(done - details.length);
    const index = detailStarts.length;
    await zip.add(htmlExportFile("details", index), scriptText("details", index, details));
    details = [];
    characters = 0;
  };
  for await (const result of source.results()) {
    const detail = await artifacts.detailOf(result);
    rows.push(result);
    details.push(detail);
    characters += lengthOf(detail);
    done += 1;
    if (rows.length === rowsPerFile) await writeRows();
    if (details.length === detailsPerFile.tests || characters > detailsPerFile.characters) await writeDetails();
    if (done % 100 === 0) options.progress(done);
  }
  if (rows.length > 0) await writeRows();
  if (details.length > 0) await writeDetails();
  if (resultId === null && report.outputCount > 0)
    await zip.add(htmlExportOutput, scriptText("output", 0, await outputOf(source, artifacts)));
  const head = {
    report,
    projectName,
    problems: await source.problems(),
    exportedAt: options.now.toISOString(),
    address: `${options.origin}/reports/${report.id}${resultId === null ? "" : `?result=${resultId}`}`,
    resultId,
    total: done,
    artifactsIncluded: options.includeArtifacts,
    goneArtifacts: artifacts.missing,
    rowFiles,
    detailStarts,
  };
  await zip.add("data/report.js", scriptText("report", 0, head));
  await zip.add("index.html", indexPage(report, `${report.testSuite} #${report.number} · ${projectName}`));
  options.progress(done);
}

/** As many entries as the web app shows, and no more text than a browser can display. */
const maxOutput = { entries: 200, characters: 20_000_000 };

async function outputOf(source: ReportSource, artifacts: ArtifactFiles): Promise<RunOutput> {
  const printed: PrintedOutput[] = [];
  let characters = 0;
  for await (const output of source.printed()) {
    characters += output.text.length;
    if (printed.length === maxOutput.entries || characters > maxOutput.characters) break;
    printed.push(output);
  }
  const files: Artifact[] = [];
  for (const file of (await source.runFiles()).slice(0, maxOutput.entries)) files.push(await artifacts.linked(file));
  return { printed, files };
}

/** Copies each content once, regardless of how many tests reference it. */
class ArtifactFiles {
  missing = 0;
  readonly #paths = new Map<string, string | null>();
  readonly #zip: ZipWriter;
  readonly #source: ReportSource;
  readonly #included: boolean;

  constructor(zip: ZipWriter, source: ReportSource, included: boolean) {
    this.#zip = zip;
    this.#source = source;
    this.#included = included;
  }

  /** Returns a result's details for the viewer. Its artifacts link to files in the zip. */
  async detailOf(result: ExportedResult): Promise<ResultDetail> {
    const artifacts = [];
    for (const artifact of result.artifacts) artifacts.push(await this.linked(artifact));
    const { id, testId, file, titlePath, variant, occurrence, status, flaky, retries, duration, browser, author } =
      result;
    const { errorLine, failureSignature, line, tags, annotations, skipReason } = result;
    const row = { id, testId, file, titlePath, variant, occurrence, status, flaky, retries, duration, browser, author };
    const visible = { titlePath, attempts: [...result.attempts] };
    const attempts = withVerdicts(visible, this.#source.report.framework, result.appliedClass);
    return { ...row, errorLine, failureSignature, line, tags, annotations, skipReason, attempts, artifacts };
  }

  /** Returns an artifact as the viewer shows it. */
  async linked(artifact: ExportedArtifact): Promise<Artifact> {
    const { path: _path, blobHash: _blobHash, ...described } = artifact;
    return { ...described, url: await this.#pathOf(artifact), viewUrl: null };
  }

  async #pathOf(artifact: ExportedArtifact): Promise<string | null> {
    const { blobHash } = artifact;
    if (!this.#included || blobHash === null) return null;
    const known = this.#paths.get(blobHash);
    if (known !== undefined) return known;
    const content = await this.#source.openBlob(blobHash);
    const path = content === null ? null : artifactName(artifact);
    this.#paths.set(blobHash, path);
    if (content === null || path === null) this.missing += 1;
    else await this.#zip.add(path, content, isPacked(path));
    return path;
  }
}

function jsonOf(source: ReportSource, options: RenderOptions): PassThrough {
  const written = new PassThrough();
  // All tests already count as done, so progress is not reported. An error ends the stream.
  renderJson(source, written, { ...options, progress: unreported }).catch((error: unknown) =>
    written.destroy(error as Error),
  );
  return written;
}

function unreported(): void {
  // Not called.
}

/** Estimates the length of the details as JSON. */
function lengthOf({ attempts, artifacts, skipReason }: ResultDetail): number {
  let length = 600 + artifacts.length * 200 + (skipReason ?? "").length;
  for (const { errors, steps, stdout, stderr } of attempts) {
    length += stdout.length + stderr.length;
    for (const { message, stack = "", snippet = "" } of errors)
      length += message.length + stack.length + snippet.length;
    for (const { title, error = "" } of steps) length += title.length + error.length + 80;
  }
  return length;
}
