import type { LongText } from "@plumb/contract/text/long-text.ts";
import { asObject, asString, type JsonObject } from "#json/json-value.ts";
import type { AttemptRecord, ErrorRecord, TestRecord, Verdict } from "#results/test-record.ts";
import { tagsIn } from "#text/tags-in-titles.ts";

export interface OpenTest {
  readonly test: JsonObject;
  /** Milliseconds since the start of the run. */
  readonly startedAt: number | undefined;
  /** Failed executions before the current one. */
  readonly earlier: AttemptRecord[];
  errors: ErrorRecord[];
  output: LongText;
}

export interface Group {
  /** Full name, which includes the names of the surrounding groups. */
  readonly full: string;
  readonly own: string;
}

/** The name of a group begins with the name of its parent group. */
export function groupOf(group: JsonObject, known: ReadonlyMap<unknown, Group>): Group {
  const full = asString(group["name"]) ?? "";
  return { full, own: without(known.get(group["parentID"])?.full ?? "", full) };
}

function without(outer: string, name: string): string {
  return outer !== "" && name.startsWith(`${outer} `) ? name.slice(outer.length + 1) : name;
}

/** Returns the status of a `testDone` event. Exceptions other than a failed expectation are errors. */
export function verdictOf(done: JsonObject): Verdict {
  if (done["skipped"] === true) return "skipped";
  const { result } = done;
  return result === "success" ? "passed" : result === "failure" ? "failed" : result === "error" ? "error" : "skipped";
}

/** Returns the record of a test with its file and groups. */
export function dartRecord(
  { test, startedAt, earlier, errors, output }: OpenTest,
  status: Verdict,
  { suite, groups }: { readonly suite: JsonObject | undefined; readonly groups: readonly Group[] },
  endedAt: number | undefined,
): TestRecord {
  const name = without(groups.at(-1)?.full ?? "", asString(test["name"]) ?? "");
  const titlePath = [...groups.map(({ own }) => own), name];
  const platform = asString(suite?.["platform"]) ?? "vm";
  const ran = status !== "skipped" && startedAt !== undefined && endedAt !== undefined;
  return {
    file: asString(suite?.["path"]),
    titlePath,
    // The Dart VM is the default platform.
    variant: platform === "vm" ? "" : platform,
    browser: /^(?:chrome|firefox|safari|edge)$/.test(platform) ? platform : undefined,
    status,
    line: test["root_line"] ?? test["line"],
    tags: tagsIn(titlePath),
    skipReason: asString(asObject(test["metadata"])?.["skipReason"]),
    attempts: [
      ...earlier,
      {
        status,
        durationMs: ran ? endedAt - startedAt : null,
        errors: status === "failed" || status === "error" ? errors : [],
        stdout: output,
      },
    ],
  };
}
