import { formatCount } from "@plumb/contract/figures.ts";
import type { RenderOptions, ReportSource } from "#exports/source/report-source.ts";
import { Book } from "./book.ts";
import { Slowest } from "./charts.ts";
import { Contents } from "./contents.ts";
import { type Cause, type Causes, causesOf } from "./causes.ts";
import { causeTitle, drawCause, drawFailure } from "./failures.ts";
import { plainLine } from "./lines.ts";
import { createPictures } from "./pictures.ts";
import { drawProblems } from "./problems.ts";
import { drawRunOutput } from "./run-output.ts";
import { note } from "./story.ts";
import { drawSummary, section } from "./summary.ts";
import { type FailureLink, TestTable } from "./test-table.ts";
import { reportTitle, testName } from "./text.ts";

/** Maximum number of failures to print with details. Larger reports list the first line of each error instead. */
const maxFailures = 1000;
const maxPictures = 300;
const maxSlowest = 12;
/** Summary, failures, all tests, problems, output. */
const parts = 5;
/** Maximum number of outcomes to list in the table of contents. */
const groups = 6;

/** State that all parts of a document share. */
interface Draft {
  readonly source: ReportSource;
  readonly book: Book;
  readonly contents: Contents;
  readonly pictures: ReturnType<typeof createPictures>;
  /** URL of the report on the server. */
  readonly address: string;
  readonly progress: RenderOptions["progress"];
}

/** Renders a report piece by piece: summary, contents, failures by cause, all tests, problems, output of the run. */
export async function* reportDocument(
  source: ReportSource,
  options: Pick<RenderOptions, "origin" | "now" | "progress">,
  compress = true,
): AsyncGenerator<Uint8Array> {
  const { report, projectName } = source;
  const address = `${options.origin}/reports/${report.id}`;
  const book = new Book({ title: `${reportTitle(report)} · ${projectName}`, now: options.now, compress });
  const contents = new Contents(book);
  const pictures = createPictures(source, book, maxPictures);
  const draft: Draft = { source, book, contents, pictures, address, progress: options.progress };
  const [summary] = book.holdPages(1);
  contents.add("Summary", 0);
  const found = await causesOf(source, maxFailures);
  const { causes, failures, counts } = found;
  const shared = causes.filter(({ described: links }) => links.length > 1);
  const contentPages = book.holdPages(
    Contents.pagesFor(parts + shared.length + Math.min(failures, maxFailures) + groups),
  );

  const links = failures === 0 ? new Map<number, FailureLink>() : yield* drawFailures(draft, found, shared);
  const { done, slowest } = yield* drawTests(draft, links);
  await drawProblemsPart(draft);
  await drawOutputPart(draft);

  contents.draw(contentPages);
  if (summary !== undefined) {
    const notes = [
      ...(failures > links.size ? [unreported(failures - links.size, address)] : []),
      ...lackingNote(book),
    ];
    book.drawOn(summary, () => {
      drawSummary(book, {
        report,
        projectName,
        now: options.now,
        address,
        slowest,
        failures,
        counts,
        causes: causes.length,
        notes,
      });
    });
  }
  book.end();
  options.progress(done);
  yield book.written();
}

/** Starts a part on a new page. */
function startPart({ book, contents }: Draft, title: string, count?: number): void {
  book.addPage();
  contents.add(count === undefined ? title : `${title} (${formatCount(count)})`, 0);
  section(book, title);
}

/** Draws the failures in full, by cause, and returns their pages. */
async function* drawFailures(
  draft: Draft,
  { causes, failures, states }: Causes,
  shared: readonly Cause[],
): AsyncGenerator<Uint8Array, ReadonlyMap<number, FailureLink>> {
  const { source, book, contents, pictures, address } = draft;
  const links = new Map<number, FailureLink>();
  startPart(draft, "Failures", failures);
  const causeOf = new Map(shared.flatMap((cause) => cause.described.map((id) => [id, cause] as const)));
  let current: Cause | undefined;
  for await (const result of source.results(causes.flatMap((cause) => cause.described))) {
    const cause = causeOf.get(result.id);
    book.need(cause === undefined || cause === current ? 120 : 180);
    if (cause !== undefined && cause !== current) {
      contents.add(`${formatCount(cause.count)} × ${plainLine(causeTitle(cause.errorLine))}`, 1);
      drawCause(book, cause);
    }
    current = cause;
    const name = contents.add(testName(result), cause === undefined ? 1 : 2);
    links.set(result.id, { page: book.pageNumber, name });
    await drawFailure(book, pictures, result, {
      state: states?.get(result.id) ?? null,
      framework: source.report.framework,
    });
    yield book.written();
  }
  if (failures > links.size) note(book, unreported(failures - links.size, address));
  return links;
}

/** Draws the table of all tests and returns their number and the slowest. */
async function* drawTests(
  draft: Draft,
  links: ReadonlyMap<number, FailureLink>,
): AsyncGenerator<Uint8Array, { readonly done: number; readonly slowest: Slowest["rows"] }> {
  const { source, book, contents, progress } = draft;
  startPart(draft, "All tests", source.total);
  const table = new TestTable(book, contents);
  const slowest = new Slowest(maxSlowest);
  let done = 0;
  for await (const row of source.rows()) {
    table.add(row, links.get(row.id));
    slowest.add(row);
    done += 1;
    if (done % 200 === 0) {
      progress(done);
      yield book.written();
    }
  }
  if (done === 0) note(book, "No test results available.");
  return { done, slowest: slowest.rows };
}

async function drawProblemsPart(draft: Draft): Promise<void> {
  const { source, book } = draft;
  const problems = await source.problems();
  if (problems.length === 0) return;
  startPart(draft, "Problems", source.report.problemCount);
  drawProblems(book, problems, source.report.problemCount);
}

async function drawOutputPart(draft: Draft): Promise<void> {
  const { source, book, pictures } = draft;
  if (source.report.outputCount === 0) return;
  startPart(draft, "Output outside the tests");
  await drawRunOutput(book, pictures, source);
}

function unreported(count: number, address: string): string {
  return `${formatCount(count)} more failures are listed in the table of all tests with the first line of their error; for full errors, steps and pictures, see ${address}`;
}

/** Returns a note about characters that no font of the document has, by code point because they cannot be shown. */
export function lackingNote(book: Book): string[] {
  const lacking = [...new Set(Object.values(book.faces).flatMap((face) => [...face.lacking]))].slice(0, 12);
  if (lacking.length === 0) return [];
  const names = lacking.map((code) => `U+${code.toString(16).toUpperCase().padStart(4, "0")}`).join(", ");
  return [`Characters missing from the fonts of this document are shown as \uFFFD, including ${names}.`];
}
