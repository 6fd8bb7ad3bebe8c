import { usableFacts } from "@plumb/contract/runs/run-labels.ts";
import type { ExportedRun, ProblemEvent, RunEvent, StdoutEvent } from "@plumb/contract/result-event.ts";
import { asObject, asPositiveInteger, asString, type JsonObject, stringsOf } from "#json/json-value.ts";
import { limits } from "#limits.ts";
import { cleanText, cleanTitle } from "#text/clean-text.ts";
import { stripAnsi } from "@plumb/contract/text/ansi.ts";
import { plausibleDurationMs } from "#text/duration.ts";
import { parseUnixMs } from "#text/timestamp.ts";

/** Maximum length of each field that an uploader can set. */
const max = {
  suite: 200,
  environment: 100,
  framework: 60,
  branch: 300,
  commit: 100,
  commitAuthor: 200,
  pullRequest: 100,
  build: 200,
  ciUrl: 2000,
  tag: 200,
  fact: 500,
} as const;
const maxFacts = 100;
/** Maximum length of a reason, as for live reporters. */
const maxReason = 2000;

/** Converts the `report` of the document. */
export function runEvent(report: JsonObject): RunEvent {
  const line = (name: keyof typeof max) => {
    const text = cleanTitle(asString(report[name]) ?? "", max[name]).trim();
    return text === "" ? {} : { [name]: text };
  };
  const startedAt = parseUnixMs(report["startTime"]);
  const durationMs = plausibleDurationMs(report["duration"]);
  const key = asString(report["key"]) ?? "";
  const interruption = interruptionOf(report);
  const partial = reasonIn(report["partial"]);
  const exported: ExportedRun = {
    key: /^[0-9a-f]{64}$/.test(key) ? key : null,
    ...line("environment"),
    ...line("branch"),
    ...line("commit"),
    ...line("commitAuthor"),
    ...line("pullRequest"),
    ...line("build"),
    ...(isWebAddress(asString(report["ciUrl"])) ? line("ciUrl") : {}),
    endedAt: parseUnixMs(report["endTime"]),
    tags: stringsOf(report["tags"])
      .slice(0, limits.annotationsPerTest)
      .map((tag) => cleanTitle(tag, max.tag)),
    facts: usableFacts(stringsOf(report["facts"]).slice(0, 1000)),
    interrupted: report["status"] === "interrupted" || interruption !== undefined,
    ...(interruption === undefined ? {} : { interruption }),
    ...(partial === undefined ? {} : { partial }),
  };
  return {
    kind: "run",
    ...line("framework"),
    ...line("suite"),
    ...(startedAt === null ? {} : { startedAt }),
    ...(durationMs === null ? {} : { durationMs }),
    metadata: factsOf(report["metadata"]),
    exported,
  };
}

/** Returns why the run was interrupted. The status does not show this, because a failed run may also have been interrupted. */
function interruptionOf(report: JsonObject): string | undefined {
  if (report["status"] === "running") return "It was still running when its report was exported.";
  return reasonIn(report["interruption"]);
}

function reasonIn(value: unknown): string | undefined {
  const reason = stripAnsi(cleanText(asString(value) ?? "", maxReason)).trim();
  return reason === "" ? undefined : reason;
}

/** Only web addresses are allowed, because the text becomes a link. */
function isWebAddress(text: string | undefined): boolean {
  return text !== undefined && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function factsOf(metadata: unknown): Record<string, string> {
  const facts = Object.entries(asObject(metadata) ?? {}).flatMap(([name, value]) =>
    typeof value === "string" && name !== "__proto__"
      ? [[cleanTitle(name, max.fact), cleanTitle(value, max.fact)] as const]
      : [],
  );
  return Object.fromEntries(facts.slice(0, maxFacts));
}

/** Converts an entry of the document's `output`, which is output outside the tests; undefined if it is invalid. */
export function printedEvent(printed: JsonObject | undefined): StdoutEvent | undefined {
  const text = cleanText(asString(printed?.["text"]) ?? "", limits.runOutput);
  if (text === "") return undefined;
  return { kind: "stdout", stream: printed?.["stream"] === "stderr" ? "stderr" : "stdout", text };
}

/** Converts an entry of the document's `problems`; undefined if it is empty. */
export function repeatedProblem(problem: JsonObject): ProblemEvent | undefined {
  const reason = stripAnsi(cleanText(asString(problem["reason"]) ?? "", limits.message));
  if (reason.trim() === "") return undefined;
  const file = asString(problem["file"]);
  const line = asPositiveInteger(problem["line"]);
  const severity = problem["severity"];
  return {
    kind: "problem",
    severity: severity === "error" || severity === "incomplete" ? severity : "warning",
    reason,
    file: file === undefined ? null : cleanTitle(file, limits.title),
    ...(line === undefined ? {} : { line }),
  };
}
