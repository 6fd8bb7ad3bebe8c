import { asNumber, asObject, asString, type JsonObject } from "#json/json-value.ts";
import type { JsonParts, Outline } from "#json/json-report.ts";
import { DeclaredTotals } from "#results/declared-totals.ts";
import type { ReportWriter } from "#results/report-writer.ts";
import { errorOf, outsideFailure } from "./errors.ts";
import { executionTests } from "./execution.ts";
import { ItemTree } from "./item-tree.ts";

const item: { name: string; members: Record<string, string | Outline> } = {
  name: "item",
  members: { id: "item id", name: "item name" },
};
item.members["item"] = { elements: item };

export const newmanOutline: Outline = {
  members: {
    collection: { members: { info: "info", item: { elements: item } } },
    run: {
      name: "run",
      members: {
        stats: "stats",
        timings: "timings",
        executions: { elements: "execution" },
        failures: { elements: "failure" },
        error: "error",
      },
    },
  },
};

/** Failed executions that are remembered, so that the failures of the run that belong to them are not reported again. */
const maxFailed = 100_000;

/** Converts the executions of a run to events. */
export class NewmanReader implements JsonParts {
  readonly #writer: ReportWriter;
  readonly #items = new ItemTree();
  readonly #totals = new DeclaredTotals();
  /** Keys of failed executions. */
  readonly #failed = new Set<string>();
  #hasRun = false;
  #executions = 0;
  #assertions = 0;
  #failedAssertions = 0;
  #lastReference: string | undefined;

  constructor(writer: ReportWriter) {
    this.#writer = writer;
    writer.run.learn({ framework: "newman" });
  }

  entered(name: string): void {
    if (name === "item") this.#items.open();
    else this.#hasRun = true;
  }

  left(name: string): void {
    if (name === "item") this.#items.close();
  }

  part(name: string, value: unknown, line: number): void {
    if (name === "item id") this.#items.learn("id", value);
    else if (name === "item name") this.#items.learn("name", value);
    const part = asObject(value);
    if (part === undefined) return;
    if (name === "info") this.#writer.run.learn({ suite: asString(part["name"]) });
    else if (name === "stats") this.#stats(part);
    else if (name === "timings") this.#timings(part);
    else if (name === "execution") this.#execution(part, line);
    else if (name === "failure") this.#failure(part, line);
    else if (name === "error") this.#writer.problem("error", outsideFailure("The run failed", part), line);
  }

  end(complete: boolean): void {
    if (!complete) return;
    if (!this.#hasRun) {
      const reason = "The file is a collection without a run: upload the file that `newman run -r json` writes";
      this.#writer.problem("incomplete", reason);
    } else if (this.#executions === 0) this.#writer.problem("warning", "The run sent no request");
    this.#totals.compare(this.#writer, this.#assertions, [], [this.#failedAssertions]);
  }

  #stats(stats: JsonObject): void {
    const { total, failed } = asObject(stats["assertions"]) ?? {};
    this.#totals.declare(asNumber(total), asNumber(failed));
  }

  #timings({ started, completed }: JsonObject): void {
    const [from, until] = [asNumber(started), asNumber(completed)];
    this.#writer.run.learn({
      startedAt: from,
      durationMs: from === undefined || until === undefined ? undefined : until - from,
    });
  }

  #execution(execution: JsonObject, line: number): void {
    const reference = referenceOf(execution);
    // Newman lists an execution again for each request that its scripts send.
    if (reference !== undefined && reference === this.#lastReference) return;
    this.#lastReference = reference;
    this.#executions++;
    const request = asObject(execution["item"]) ?? {};
    const id = asString(request["id"]) ?? asString(execution["id"]) ?? "";
    const path = this.#items.pathOf(id, asString(request["name"]) ?? "");
    const tests = executionTests(execution, path);
    for (const { record, isAssertion } of tests) {
      this.#writer.test(record, line);
      const failed = record.status === "failed" || record.status === "error";
      if (isAssertion) this.#assertions++;
      if (isAssertion && failed) this.#failedAssertions++;
      if (failed && this.#failed.size < maxFailed) this.#failed.add(reference ?? id);
    }
  }

  /** Most failures are also in the executions. The others occurred before a request was sent, or outside the requests. */
  #failure(failure: JsonObject, line: number): void {
    const source = asObject(failure["source"]);
    const id = asString(source?.["id"]) ?? "";
    const key = referenceOf(failure) ?? id;
    if (this.#failed.has(key) || this.#failed.size >= maxFailed) return;
    const error = asObject(failure["error"]) ?? {};
    if (source === undefined) {
      this.#writer.problem("error", outsideFailure("The run failed outside its requests", error), line);
      return;
    }
    const titlePath = this.#items.pathOf(id, asString(source["name"]) ?? "");
    const attempt = { status: "error", errors: [errorOf(error)] } as const;
    this.#writer.test({ titlePath, status: "error", attempts: [attempt] }, line);
  }
}

/** Returns the id of an execution: of a request in an iteration. */
function referenceOf(part: JsonObject): string | undefined {
  return asString(asObject(part["cursor"])?.["ref"]);
}
