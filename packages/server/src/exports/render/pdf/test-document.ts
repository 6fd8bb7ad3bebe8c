import { formatDuration } from "@plumb/contract/figures.ts";
import type { ExportedResult, RenderOptions, ReportSource } from "#exports/source/report-source.ts";
import { Book } from "./book.ts";
import { Contents } from "./contents.ts";
import { drawTestHead, drawVerdict } from "./failures.ts";
import { plainLine } from "./lines.ts";
import { outcomeOf, outcomeLabels } from "./palette.ts";
import { createPictures, type Pictures } from "./pictures.ts";
import { lackingNote } from "./report-document.ts";
import { drawErrors, drawPicture, drawSteps, drawText, heading, isPicture, note, type StoryLimits } from "./story.ts";
import { drawFacts, factsOf, section } from "./summary.ts";
import { timeText, reportTitle, testName } from "./text.ts";

const limits: StoryLimits = { errors: 50, linesPerText: 400, steps: 1000 };
const maxPictures = 200;

/** Renders one test of a report: all attempts with their errors, steps, output and pictures. */
export async function* testDocument(
  source: ReportSource,
  options: Pick<RenderOptions, "origin" | "now" | "progress">,
  compress = true,
): AsyncGenerator<Uint8Array> {
  const { report, projectName } = source;
  for await (const result of source.results()) {
    const book = new Book({ title: `${testName(result)} · ${reportTitle(report)}`, now: options.now, compress });
    const contents = new Contents(book);
    const pictures = createPictures(source, book, maxPictures);
    book.addPage();
    contents.add("Test", 0);
    drawTestHead(book, result);
    const address = `${options.origin}/reports/${report.id}?result=${result.id}`;
    drawFacts(book, [
      ["Report", reportTitle(report)],
      ...ofTest(result),
      ...factsOf({ report, projectName, now: options.now, address }),
    ]);
    drawVerdict(book, result, report.framework);
    book.y += 10;
    if (result.attempts.length === 0) note(book, "No attempt of this test was recorded.");
    for (const attempt of result.attempts) {
      const title = `Attempt ${attempt.index + 1} · ${outcomeLabels[outcomeOf(attempt.status)]}`;
      book.need(90);
      contents.add(title, 0);
      section(book, title);
      const facts = [
        `Duration ${formatDuration(attempt.duration)}`,
        attempt.startTime === null ? null : `started ${timeText(attempt.startTime)}`,
        attempt.worker === null ? null : `worker ${attempt.worker}`,
      ];
      note(book, facts.filter((fact) => fact !== null).join("  ·  "));
      book.y += 4;
      drawErrors(book, attempt.errors, limits);
      drawSteps(book, attempt, limits);
      for (const [name, text] of [
        ["stderr", attempt.stderr],
        ["stdout", attempt.stdout],
      ] as const) {
        if (text === "") continue;
        heading(book, name);
        drawText(book, text, 200, "#1c1b20");
      }
      await drawArtifacts(book, pictures, result, attempt.index);
      book.y += 10;
      yield book.written();
    }
    await drawArtifacts(book, pictures, result, null);
    for (const text of lackingNote(book)) note(book, text);
    book.end();
    options.progress(1);
    yield book.written();
    return;
  }
  throw new Error("The test is no longer in the report.");
}

function ofTest(result: ExportedResult): (readonly [string, string])[] {
  return [
    ...(result.tags.length > 0 ? [["Test tags", result.tags.join(", ")] as const] : []),
    ...(result.skipReason === null ? [] : [["Skipped", result.skipReason] as const]),
    ...result.annotations.map(({ type, description }) => [plainLine(type), description ?? "–"] as const),
  ];
}

/** Draws the artifacts of one attempt, or those that belong to no attempt. Pictures are shown, other files are listed by name. */
async function drawArtifacts(book: Book, pictures: Pictures, result: ExportedResult, attempt: number | null) {
  const artifacts = result.artifacts.filter((artifact) => artifact.attempt === attempt);
  if (artifacts.length === 0) return;
  heading(book, "Artifacts");
  for (const artifact of artifacts) {
    if (isPicture(artifact)) await drawPicture(book, pictures, artifact);
    else
      note(book, `${plainLine(artifact.name)} (${artifact.kind}${artifact.blobHash === null ? ", not uploaded" : ""})`);
  }
}
