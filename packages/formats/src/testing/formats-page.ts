import type { ResultEvent, TestEvent } from "@plumb/contract/result-event.ts";
import { type Meaning, meanings } from "#meanings.ts";
import type { ReportFormat } from "#report-format.ts";
import { meaningsByFormat } from "./meanings-by-format.ts";
import { only } from "./read-sample.ts";

type Events = readonly ResultEvent[];

/** Columns of the table. Each cell is computed from the events of a format. */
const columns: readonly (readonly [title: string, cell: (events: Events) => string])[] = [
  ["Outcomes", (events) => listed(["passed", "failed", "error", "skipped"].filter((one) => ended(events, one)))],
  ["Retries", (events) => yes(only("attempt", events).some(({ index }) => index > 0))],
  ["Duration", (events) => yes(only("attempt", events).some(({ durationMs }) => durationMs !== null))],
  ["Start", (events) => yes(only("attempt", events).some(({ startedAt }) => startedAt !== null))],
  ["Stack", (events) => yes(only("attempt", events).some(({ errors }) => errors.some(({ stack }) => stack)))],
  ["Skip reason", (events) => yes(ofTests(events, ({ skipReason }) => skipReason))],
  ["Steps", stepsOf],
  ["Attachments", attachmentsOf],
  ["Output", outputOf],
  ["File", fileOf],
  [
    "Parameters, browser",
    (events) => listed([variantOf(events), ofTests(events, (test) => test.browser) ? "browser" : ""]),
  ],
  ["Tags", (events) => yes(ofTests(events, ({ tags }) => tags))],
  ["Owner", (events) => yes(ofTests(events, ({ author }) => author))],
  ["Annotations", (events) => yes(ofTests(events, ({ annotations }) => annotations))],
];

const runColumns: typeof columns = [
  ["Failures outside tests", (events) => yes(only("problem", events).some(({ severity }) => severity === "error"))],
  ["Start", (events) => yes(only("run", events).some(({ startedAt }) => startedAt !== undefined))],
  ["Duration", (events) => yes(only("run", events).some(({ durationMs }) => (durationMs ?? null) !== null))],
  ["Version", (events) => yes(only("run", events).some(({ frameworkVersion }) => frameworkVersion))],
  ["Suite", (events) => yes(only("run", events).some(({ suite }) => suite))],
  ["Environment, such as", environmentOf],
  ["Output", (events) => yes(only("stdout", events).some(({ test }) => test === undefined))],
  ["Files", (events) => yes(only("artifact", events).some(({ test }) => test === undefined))],
];

/** Returns the page that describes what is read from each format, generated from the events of the samples. */
export function formatsPage(formats: readonly ReportFormat[], events: ReadonlyMap<string, Events>): string {
  const rows = (visible: typeof columns) =>
    table(
      ["Format", ...visible.map(([title]) => title)],
      formats.map(({ id, label }) => [label, ...visible.map(([, cell]) => cell(events.get(id) ?? []) || "–")]),
    );
  return `# Report formats

Plumb detects a report by its content, whatever its file name is, and reads ${formats.length} formats. It unpacks archives (\`zip\`, \`tar.gz\`), reports the
outcome of each file, and keeps everything up to the break if a report is truncated. Attachments are matched by their path among the files that were
uploaded together.

This page is generated from the samples of the formats (\`packages/formats/src/*/samples\`).

## What writes them

${table(
  ["Format", "Written by", "`format` of an upload"],
  formats.map(({ id, label, writtenBy }) => [label, writtenBy, code(id)]),
)}

## What is read of a test

A dash means that the format has no field for it, or that no known tool fills the field.

${rows(columns)}

## What is read of the run

A failure outside the tests (a hook, a file that could not be loaded, an interrupted run) makes the run fail even if every test passed.
So does a failure that is only in the totals, comments or summaries of a report.

${rows(runColumns)}

## What the tools mean

How each tool writes that a test failed, was skipped or was run again, or that something failed outside the tests. Every row is covered by a test.

${table(
  ["Meaning", "In Plumb"],
  Object.entries(meanings).map(([name, explanation]) => [name, explanation]),
)}

${formats.map(({ id, label }) => `### ${label}\n\n${meaningsTable(meaningsByFormat[id] ?? [])}`).join("\n\n")}
`;
}

function meaningsTable(rows: readonly Meaning[]): string {
  return table(
    ["In the report", "Means", "Written by"],
    rows.map(({ sign, means, tool, source }) => [sign.replaceAll("|", "\\|"), means, `[${tool}](${source})`]),
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function code(text: string): string {
  return "`" + text + "`";
}

function yes(is: boolean): string {
  return is ? "yes" : "";
}

function listed(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(", ");
}

function ended(events: Events, status: string): boolean {
  return only("test", events).some((test) => test.status === status);
}

function ofTests(events: Events, fact: (test: TestEvent) => unknown): boolean {
  return only("test", events).some((test) => Boolean(fact(test)));
}

function stepsOf(events: Events): string {
  const steps = only("step", events);
  return listed([
    steps.some(({ depth }) => depth > 0) ? "nested" : yes(steps.length > 0),
    steps.some(({ category }) => category === "hook" || category === "fixture") ? "hooks" : "",
    steps.some(({ error }) => error) ? "errors" : "",
    steps.some(({ line }) => line !== undefined) ? "file and line" : "",
  ]);
}

function attachmentsOf(events: Events): string {
  const files = only("artifact", events).filter(({ test }) => test !== undefined);
  return listed([
    files.some(({ body }) => body !== undefined) ? "in the report" : "",
    files.some(({ path }) => path !== undefined) ? "by path" : "",
    files.some(({ step }) => step !== undefined) ? "with their steps" : "",
  ]);
}

function outputOf(events: Events): string {
  const printed = only("stdout", events).filter(({ test }) => test !== undefined);
  return listed((["stdout", "stderr"] as const).filter((one) => printed.some(({ stream }) => stream === one)));
}

function fileOf(events: Events): string {
  if (!ofTests(events, ({ file }) => file)) return "";
  return ofTests(events, ({ line }) => line) ? "file, line" : "file";
}

function variantOf(events: Events): string {
  return ofTests(events, ({ variant }) => variant) ? "parameters" : "";
}

/** Returns the names of metadata as displayed. */
function environmentOf(events: Events): string {
  const names = new Set(only("run", events).flatMap(({ metadata = {} }) => Object.keys(metadata)));
  return listed([...names].toSorted());
}
