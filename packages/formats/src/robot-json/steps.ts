import { asNumber, asObject, asString, asText, type JsonObject, objectsOf, stringsOf } from "#json/json-value.ts";
import { limits } from "#limits.ts";
import type { StepRecord } from "#results/test-record.ts";

interface Item {
  readonly item: JsonObject;
  readonly depth: number;
  readonly category: string;
}

/** Yields the keywords, control structures and messages of a test in document order, each followed by its content. */
export function* bodyOf(test: JsonObject): Generator<Item> {
  const waiting = inside(test, 0).toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    if (next.depth < limits.stepDepth) waiting.push(...inside(next.item, next.depth + 1).toReversed());
  }
}

function inside(owner: JsonObject, depth: number): Item[] {
  const fixture = (key: string): Item[] => {
    const item = asObject(owner[key]);
    return item === undefined ? [] : [{ item, depth, category: "hook" }];
  };
  const body = objectsOf(owner["body"]).map((item): Item => ({ item, depth, category: "test.step" }));
  return [...fixture("setup"), ...body, ...fixture("teardown")];
}

/** Yields the steps of a test: everything except messages and the roots of branches, which have no content. */
export function* stepRecords(test: JsonObject): Generator<StepRecord> {
  for (const { item, depth, category } of bodyOf(test)) {
    if (item["type"] === "MESSAGE") continue;
    const { status } = item;
    const seconds = asNumber(item["elapsed_time"]);
    yield {
      title: titleOf(item),
      depth,
      status: status === "PASS" ? "passed" : status === "FAIL" ? "failed" : "skipped",
      durationMs: seconds === undefined ? null : seconds * 1000,
      category,
      error: status === "FAIL" ? asString(item["message"]) : undefined,
    };
  }
}

/** Returns the source code of the step: `${x} =  Library.Keyword  one  two`, or `FOR  ${i}  IN  a  b`. */
function titleOf(item: JsonObject): string {
  const type = asString(item["type"]) ?? "KEYWORD";
  const name = asString(item["name"]) ?? "";
  const owner = asString(item["owner"]) ?? "";
  const assign = item["assign"];
  const pairs = Object.entries(asObject(assign) ?? {}).map(
    ([variable, value]) => `${variable} = ${asText(value) ?? ""}`,
  );
  const parts = [
    type === "KEYWORD" ? "" : type,
    ...(Array.isArray(assign) ? stringsOf(assign) : pairs),
    owner === "" ? name : `${owner}.${name}`,
    asString(item["condition"]) ?? "",
    asString(item["flavor"]) ?? "",
    ...["args", "value", "values", "patterns"].flatMap((key) => stringsOf(item[key])),
  ];
  return parts.filter((part) => part !== "").join("  ");
}
