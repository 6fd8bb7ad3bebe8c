import type { ResultEvent, StepEvent } from "@plumb/contract/result-event.ts";
import { asObject, asString, type JsonObject, objectsOf } from "#json/json-value.ts";
import { parsePiece } from "#json/parse-piece.ts";
import { OpenResult } from "#playwright-blob/open-result.ts";
import { stepEvents } from "#playwright-json/step-events.ts";

/** Steps in the trace of an attempt. */
export interface TracedSteps {
  readonly steps: readonly StepEvent[];
  /** In the order in which they were attached. */
  readonly attachments: readonly { readonly name: string; readonly step: number }[];
}

/**
 * Returns the steps of a test from `test.trace` in its trace: JSON lines with a `before` and an `after` for each hook, fixture, call and step. Tested
 * with versions 6 to 10 of the format. All other lines are ignored. (Playwright: packages/trace/src/trace.ts)
 *
 * @param file File of the test, relative to the root of the tests.
 */
export function traceSteps(lines: Iterable<string>, file: string | null): TracedSteps {
  const result = new OpenResult({});
  const started = new Map<string, number>();
  const names: string[] = [];
  let root: string | undefined;
  for (const line of lines) {
    const event = line === "" ? undefined : asObject(parsePiece(line)?.value);
    const id = asString(event?.["callId"]);
    if (event === undefined || id === undefined) continue;
    if (event["type"] === "before" && event["group"] === undefined) {
      const location = objectsOf(event["stack"]).find((frame) => !(asString(frame["file"]) ?? "#").endsWith("#"));
      const target = asString(location?.["file"])?.replaceAll("\\", "/");
      if (file !== null && target?.endsWith(`/${file}`) === true) root ??= target.slice(0, -file.length);
      started.set(id, Number(event["startTime"]));
      result.beginStep({
        id,
        parentStepId: event["parentId"],
        title: asString(event["title"]) ?? event["apiName"],
        subtitle: event["subtitle"],
        category: categoryOf(event),
        location: location && { ...location, file: target },
      });
    } else if (event["type"] === "after" && started.has(id)) {
      const attached = objectsOf(event["attachments"]);
      result.endStep({
        id,
        duration: Number(event["endTime"]) - (started.get(id) as number),
        error: event["error"],
        attachments: attached.map((_, index) => names.length + index),
      });
      names.push(...attached.map(({ name }) => asString(name) ?? ""));
    }
  }
  const events: ResultEvent[] = [];
  const relative = (location: string) =>
    root !== undefined && location.startsWith(root) ? location.slice(root.length) : location;
  const attempt = { test: "", attempt: 0, steps: result.finished()["steps"], relative };
  const attachedIn = stepEvents(events, new Set(), attempt);
  return {
    steps: events.filter((event) => event.kind === "step"),
    attachments: names.flatMap((name, index) => {
      const step = attachedIn.get(index);
      return step === undefined ? [] : [{ name, step }];
    }),
  };
}

/** In older versions, the method of each test step is `step`. */
function categoryOf({ method }: JsonObject): string {
  const category = asString(method) ?? "step";
  return category === "step" ? "test.step" : category;
}
