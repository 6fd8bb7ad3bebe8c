import { asNumber, asObject, asString, asText, type JsonObject } from "#json/json-value.ts";
import type { JsonParts, Outline } from "#json/json-report.ts";
import type { ReportWriter } from "#results/report-writer.ts";
import { DeclaredTotals } from "#results/declared-totals.ts";
import { addFact } from "#text/shown-facts.ts";
import { durationOf, failedAsExpected, testRecord } from "./ctrf-test.ts";

export const ctrfOutline: Outline = {
  members: {
    results: {
      members: { tool: "tool", summary: "summary", environment: "environment", tests: { elements: "test" } },
    },
  },
};

/** Fields of `environment` about the tested version, the environment and the sources. */
const facts = [
  "appName",
  "appVersion",
  "buildName",
  "buildId",
  "buildNumber",
  "buildUrl",
  "repositoryName",
  "repositoryUrl",
  "branchName",
  "commit",
  "osPlatform",
  "osRelease",
  "osVersion",
  "testEnvironment",
  "shardId",
] as const;

/** Names of these fields in our other formats. */
const called: Readonly<Record<string, string>> = { branchName: "branch" };

/** Converts the parts of a report to events. */
export class CtrfReader implements JsonParts {
  readonly #writer: ReportWriter;
  readonly #totals = new DeclaredTotals();
  #failedAsExpected = 0;

  constructor(writer: ReportWriter) {
    this.#writer = writer;
  }

  part(name: string, value: unknown, line: number): void {
    const part = asObject(value);
    if (part === undefined) return;
    if (name === "test") this.#test(part, line);
    else if (name === "tool") this.#tool(part);
    else if (name === "summary") this.#summary(part);
    else this.#environment(part);
  }

  end(complete: boolean): void {
    // The summary of Playwright's reporter counts tests that failed as expected.
    const failed = this.#writer.counts.failed + this.#failedAsExpected;
    if (complete) this.#totals.compare(this.#writer, this.#writer.counts.tests, [], [failed]);
  }

  #test(test: JsonObject, line: number): void {
    if (failedAsExpected(test)) this.#failedAsExpected += 1;
    this.#writer.test(testRecord(test), line);
  }

  #tool(tool: JsonObject): void {
    this.#writer.run.learn({
      framework: asString(tool["name"])?.toLowerCase(),
      frameworkVersion: asText(tool["version"]),
    });
  }

  #summary(summary: JsonObject): void {
    this.#writer.run.learn({ startedAt: summary["start"], durationMs: durationOf(summary) });
    this.#totals.declare(asNumber(summary["tests"]), asNumber(summary["failed"]));
  }

  #environment(environment: JsonObject): void {
    const metadata: Record<string, string> = {};
    for (const name of facts) addFact(metadata, called[name] ?? name, asText(environment[name]) ?? "");
    for (const [name, value] of Object.entries(asObject(environment["extra"]) ?? {}))
      addFact(metadata, name, asText(value) ?? "");
    this.#writer.run.learn({ suite: asString(environment["appName"]), metadata });
  }
}
