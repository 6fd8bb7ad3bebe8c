import { asObject, asString, type JsonObject, objectsOf } from "#json/json-value.ts";
import type { JsonParts, Outline } from "#json/json-report.ts";
import { limits } from "#limits.ts";
import type { ReportWriter } from "#results/report-writer.ts";
import { failuresOf, isFailed, nodeRecord } from "./extent-node.ts";

export const extentOutline: Outline = { name: "report", elements: "test" };

interface Visit {
  readonly node: JsonObject;
  /** Around it, from the outside in. */
  readonly around: readonly JsonObject[];
}

/** Writes the nodes that are tests. */
export class ExtentReader implements JsonParts {
  readonly #writer: ReportWriter;

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

  /** A test is a node without nodes, or a scenario with its steps. What lies above only groups. */
  #visit({ node, around }: Visit, waiting: Visit[], line: number): void {
    const children = objectsOf(node["children"]);
    if (children.length === 0 || isScenario(node, children)) {
      this.#writer.test(nodeRecord(node, around), line);
      return;
    }
    if (around.length >= limits.suiteDepth) {
      const reason = `Nodes are nested deeper than ${limits.suiteDepth} levels; what lies deeper was left out`;
      this.#writer.problems.addOnce("incomplete", reason);
      return;
    }
    // A group that failed by itself: a listener or a hook logged it.
    if (isFailed(node) && !children.some(isFailed)) {
      const [failure] = failuresOf(node);
      const why = asString(failure?.message) ?? "failed outside its nodes";
      this.#writer.problem("error", `${asString(node["name"]) ?? "A test"}: ${why}`, line);
    }
    for (const child of children.toReversed()) waiting.push({ node: child, around: [...around, node] });
  }

  end(complete: boolean): void {
    if (complete && this.#writer.counts.tests === 0) this.#writer.problem("error", "The report holds no test");
  }
}

/** The innermost node of Gherkin that is no step; its type is the name of a class, whole or not. */
function isScenario(node: JsonObject, children: readonly JsonObject[]): boolean {
  return isKind(node) && !children.some(isKind);
}

function isKind(node: JsonObject): boolean {
  return /(?:^|\.)Scenario(?:Outline)?$/.test(asString(node["bddType"]) ?? "");
}
