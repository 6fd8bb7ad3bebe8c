import { asNumber, asObject, asString, asText, type JsonObject, objectsOf } from "#json/json-value.ts";
import type { AnnotationRecord, ErrorRecord, StepRecord, TestRecord, Verdict } from "#results/test-record.ts";
import { unexplainedAttempts } from "#results/unexplained-attempts.ts";
import { markersOf } from "./markers.ts";

const phases = ["setup", "call", "teardown"] as const;

interface Phase {
  readonly name: (typeof phases)[number];
  readonly outcome: string;
  readonly durationMs: number | null;
  readonly part: JsonObject;
}

/** Returns the record of an entry in `tests`; `root` is the folder in which pytest was started. */
export function testRecord(test: JsonObject, root: string): TestRecord {
  const { file, titlePath } = identityOf(asString(test["nodeid"]) ?? "");
  const ran = phases.flatMap((name): Phase[] => {
    const part = asObject(test[name]);
    if (part === undefined) return [];
    const seconds = asNumber(part["duration"]);
    return [
      {
        name,
        part,
        outcome: asString(part["outcome"]) ?? "",
        durationMs: seconds === undefined ? null : seconds * 1000,
      },
    ];
  });
  const status = verdictOf(test["outcome"], ran);
  const line = asNumber(test["lineno"]);
  const recorded = recordedIn(test);
  const author = recorded.find(({ type }) => /^(author|owner)$/i.test(type));
  return {
    file,
    titlePath,
    status,
    // This outcome is the only sign of reruns by pytest-rerunfailures.
    flaky: status === "passed" && test["outcome"] === "rerun",
    line: line === undefined ? undefined : line + 1,
    tags: markersOf(test["keywords"], asString(test["nodeid"]) ?? "", root),
    author: author?.description,
    annotations: recorded,
    skipReason: skipReason(test, ran),
    attempts: [
      ...unexplainedAttempts(test["outcome"] === "rerun" ? 1 : 0),
      {
        status,
        durationMs: durationOf(ran),
        errors: status === "failed" || status === "error" ? ran.filter(hasFailed).map(errorOf) : [],
        steps: ran.map(stepOf),
        stdout: ran.map(({ part }) => asString(part["stdout"]) ?? "").join(""),
        stderr: ran.map(({ part }) => `${asString(part["stderr"]) ?? ""}${logOf(part["log"])}`).join(""),
      },
    ],
  };
}

/** Splits an id such as `tests/test_cart.py::TestCart::test_add[a::b]`. Parameters can contain any text. */
function identityOf(nodeid: string): { readonly file: string; readonly titlePath: string[] } {
  const end = nodeid.indexOf("::");
  if (end === -1) return { file: nodeid, titlePath: [nodeid] };
  const rest = nodeid.slice(end + 2);
  const bracket = rest.indexOf("[");
  const names = (bracket === -1 ? rest : rest.slice(0, bracket)).split("::");
  const own = `${names.at(-1) ?? ""}${bracket === -1 ? "" : rest.slice(bracket)}`;
  return { file: nodeid.slice(0, end), titlePath: [...names.slice(0, -1), own] };
}

const verdicts: Readonly<Record<string, Verdict>> = {
  passed: "passed",
  xpassed: "passed",
  failed: "failed",
  error: "error",
  skipped: "skipped",
  xfailed: "skipped",
};

/** If a plugin uses a custom outcome ("rerun", "subtests passed"), the phases determine the result. */
function verdictOf(outcome: unknown, ran: readonly Phase[]): Verdict {
  const reported = verdicts[asString(outcome) ?? ""];
  if (reported !== undefined) return reported;
  const failed = ran.find(hasFailed);
  if (failed !== undefined) return failed.name === "call" ? "failed" : "error";
  if (/fail/.test(asString(outcome) ?? "")) return "failed";
  return ran.length > 0 && ran.every((phase) => phase.outcome === "passed") ? "passed" : "skipped";
}

function hasFailed({ outcome }: Phase): boolean {
  return outcome === "failed" || outcome === "error";
}

function durationOf(ran: readonly Phase[]): number | null {
  const reported = ran.flatMap(({ durationMs }) => durationMs ?? []);
  return reported.length === 0 ? null : reported.reduce((sum, each) => sum + each, 0);
}

function stepOf(phase: Phase): StepRecord {
  const { name, outcome, durationMs } = phase;
  const status = hasFailed(phase) ? "failed" : outcome === "skipped" ? "skipped" : "passed";
  return { title: name, depth: 0, status, durationMs, category: name === "call" ? "test.step" : "fixture" };
}

function errorOf({ part }: Phase): ErrorRecord {
  const crash = asObject(part["crash"]);
  const text = asString(part["longrepr"]) ?? "";
  const message = asString(crash?.["message"]) ?? lastErrorLine(text);
  const last = asText(objectsOf(part["traceback"]).at(-1)?.["message"]);
  const type = /^[\w.]*(?:Error|Exception|Failed|Exit)\b/.exec(message)?.[0] ?? last;
  return { message, stack: text, type, file: crash?.["path"], line: crash?.["lineno"] };
}

/** Returns the last line that pytest marks with an `E`, which contains the error. */
export function lastErrorLine(text: string): string {
  const lines = text.split("\n");
  const marked = lines.findLast((line) => /^E\s{2,}\S/.test(line));
  return (marked?.slice(1) ?? lines.findLast((line) => line.trim() !== "") ?? "").trim();
}

function logOf(log: unknown): string {
  return objectsOf(log)
    .map(
      (record) =>
        `${asText(record["levelname"]) ?? ""} ${asText(record["name"]) ?? ""}: ${asText(record["msg"]) ?? ""}\n`,
    )
    .join("");
}

const longestReason = 2000;

/** The report contains the reason as a tuple in text form: `('/x/test_a.py', 15, 'Skipped: not now')`. */
function skipReason(test: JsonObject, ran: readonly Phase[]): string | undefined {
  const skipped = ran.find(({ outcome }) => outcome === "skipped");
  const text = (asString(skipped?.part["longrepr"]) ?? "").slice(-longestReason);
  if (test["outcome"] === "xfailed") {
    const message = asString(asObject(skipped?.part["crash"])?.["message"]);
    return message === undefined ? "Expected failure" : `Expected failure: ${message}`;
  }
  const reason = /,\s*(["'])(?:Skipped: )?([\s\S]*)\1\)\s*$/.exec(text)?.[2];
  return reason === "" || reason === undefined ? undefined : reason;
}

/** Returns the values that tests recorded with `json_metadata` and `record_property`. */
function recordedIn(test: JsonObject): AnnotationRecord[] {
  const { metadata, user_properties: properties } = test;
  const pairs: [string, unknown][] = Object.entries(asObject(metadata) ?? {});
  for (const property of Array.isArray(properties) ? (properties as unknown[]) : []) {
    if (Array.isArray(property)) pairs.push([asText(property[0]) ?? "", property[1]]);
    else pairs.push(...Object.entries(asObject(property) ?? {}));
  }
  return pairs
    .filter(([type]) => type !== "")
    .map(([type, value]) => ({ type, description: asText(value) ?? JSON.stringify(value) ?? "" }));
}
