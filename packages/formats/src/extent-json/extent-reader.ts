import { asObject, asString, type JsonObject, objectsOf } from "#json/json-value.ts";
import type { JsonParts, Outline } from "#json/json-report.ts";
import { limits } from "#limits.ts";
import type { ReportWriter } from "#results/report-writer.ts";
import type { AttemptRecord, ErrorRecord, TestRecord } from "#results/test-record.ts";
import { failuresOf, isFailed, nodeRecord, retriedFailures } from "./extent-node.ts";

export const extentOutline: Outline = { name: "report", elements: "test" };

interface Visit {
  readonly node: JsonObject;
  /** Surrounding nodes, outermost first. */
  readonly around: readonly JsonObject[];
}

interface Waiting {
  readonly record: TestRecord;
  readonly failures: readonly ErrorRecord[];
  readonly line: number;
}

/** Maximum number of nodes that wait for their next attempt. */
const maxWaiting = 1000;

/** Converts the nodes that are tests to events. */
export class ExtentReader implements JsonParts {
  readonly #writer: ReportWriter;
  /** Attempts that TestNG retries, by test, until the next attempt. */
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(writer: ReportWriter) {
    this.#writer = writer;
    writer.run.learn({ framework: "extentreports" });
  }

  part(_name: string, value: unknown, line: number): void {
    const root = asObject(value);
    if (root === undefined) return;
    const waiting: Visit[] = [{ node: root, around: [] }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) this.#visit(next, waiting, line);
  }

  /** A test is a node without children, or a scenario with its steps. Nodes above a test are only groups. */
  #visit({ node, around }: Visit, waiting: Visit[], line: number): void {
    const children = objectsOf(node["children"]);
    if (children.length === 0 || isScenario(node, children)) {
      this.#test(node, around, line);
      return;
    }
    if (around.length >= limits.suiteDepth) {
      const reason = `Nodes are nested deeper than ${limits.suiteDepth} levels; deeper levels were left out`;
      this.#writer.problems.addOnce("incomplete", reason);
      return;
    }
    // A group can fail without a failed child if a listener or a hook logged the failure.
    if (isFailed(node) && !children.some(isFailed)) {
      const [failure] = failuresOf(node);
      const why = asString(failure?.message) ?? "failed outside its nodes";
      this.#writer.problem("error", `${asString(node["name"]) ?? "A test"}: ${why}`, line);
    }
    for (const child of children.toReversed()) waiting.push({ node: child, around: [...around, node] });
  }

  /** Listeners log an attempt that TestNG retries as skipped, with the exception of the failure. */
  #test(node: JsonObject, around: readonly JsonObject[], line: number): void {
    const record = nodeRecord(node, around);
    const key = JSON.stringify([record.titlePath, record.variant]);
    const earlier = this.#waiting.get(key) ?? [];
    const failures = record.status === "skipped" ? retriedFailures(node) : [];
    if (failures.length > 0 && this.#waiting.size < maxWaiting) {
      this.#waiting.set(key, [...earlier, { record, failures, line }]);
      return;
    }
    this.#waiting.delete(key);
    const attempts = earlier.flatMap(({ record: { attempts: own }, failures: errors }) =>
      own.map((attempt): AttemptRecord => ({ ...attempt, status: "failed", errors })),
    );
    this.#writer.test({ ...record, attempts: [...attempts, ...record.attempts] }, line);
  }

  end(complete: boolean): void {
    // Tests without a later attempt were skipped.
    for (const { record, line } of [...this.#waiting.values()].flat()) this.#writer.test(record, line);
    this.#waiting.clear();
    if (complete && this.#writer.counts.tests === 0) this.#writer.problem("error", "The report has no tests");
  }
}

/** Returns true for the innermost Gherkin node that is not a step. Its type is a class name that may be shortened. */
function isScenario(node: JsonObject, children: readonly JsonObject[]): boolean {
  return isKind(node) && !children.some(isKind);
}

function isKind(node: JsonObject): boolean {
  return /(?:^|\.)Scenario(?:Outline)?$/.test(asString(node["bddType"]) ?? "");
}
