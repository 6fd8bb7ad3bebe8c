import { collectParts } from "#json/collect-parts.ts";
import type { Outline } from "#json/json-report.ts";
import { asObject, asString, type JsonObject } from "#json/json-value.ts";
import { readMessage } from "#robot/merged-message.ts";
import type { Teardown } from "#robot/suite-teardown.ts";

/** Fields of a suite. */
export interface Suite {
  name: string;
  source: string | undefined;
  metadata: JsonObject;
  startTime: unknown;
  seconds: unknown;
  teardown: Teardown | undefined;
}

/** Returns the outline of the suites in a document and, for the second pass, their content. */
export function robotOutline(
  members: Readonly<Record<string, string | Outline>> = {
    setup: "fixture",
    tests: { elements: "test" },
    teardown: "fixture",
  },
): Outline {
  const suite: { name: string; members: Record<string, string | Outline> } = { name: "suite", members: { ...members } };
  suite.members["suites"] = { elements: suite };
  return { members: { generator: "generator", errors: { elements: "error" }, suite } };
}

/** Returns all suites in the order of their start. */
export async function readSuites(text: AsyncIterable<string>): Promise<Suite[]> {
  const suites: Suite[] = [];
  const open: Suite[] = [];
  const members = {
    name: "name",
    source: "source",
    metadata: "metadata",
    start_time: "start",
    elapsed_time: "elapsed",
    teardown: "teardown",
  };
  const take = (name: string, value: unknown) => {
    if (name === "suite") {
      const suite = {
        name: "",
        source: undefined,
        metadata: {},
        startTime: undefined,
        seconds: undefined,
        teardown: undefined,
      };
      suites.push(suite);
      open.push(suite);
    } else setFact(open.at(-1), name, value);
  };
  await collectParts(text, robotOutline(members), take, () => open.pop());
  return suites;
}

function setFact(suite: Suite | undefined, name: string, value: unknown): void {
  if (suite === undefined) return;
  if (name === "name") suite.name = asString(value) ?? "";
  else if (name === "source") suite.source = asString(value);
  else if (name === "metadata") suite.metadata = asObject(value) ?? {};
  else if (name === "start") suite.startTime = value;
  else if (name === "elapsed") suite.seconds = value;
  else if (name === "teardown") suite.teardown = teardownOf(asObject(value) ?? {});
}

/** Returns undefined for a teardown that passed. */
function teardownOf({ status, message }: JsonObject): Teardown | undefined {
  if (status !== "FAIL" && status !== "SKIP") return undefined;
  return { skipped: status === "SKIP", message: readMessage(asString(message) ?? "").message };
}
