import { asNumber, asObject, asString, asText, type JsonObject, objectsOf, stringsOf } from "#json/json-value.ts";
import type { JsonParts, Outline } from "#json/json-report.ts";
import { DeclaredTotals } from "#results/declared-totals.ts";
import type { ReportWriter } from "#results/report-writer.ts";
import type { AnnotationRecord, AttachmentRecord, ErrorRecord, TestRecord, Verdict } from "#results/test-record.ts";
import { unexplainedAttempts } from "#results/unexplained-attempts.ts";
import { browserIn } from "#text/browser-name.ts";
import { durationBetween } from "#text/loose-timestamp.ts";
import { splitStack } from "#text/split-stack.ts";
import { tagsIn } from "#text/tags-in-titles.ts";

export const testcafeOutline: Outline = {
  members: {
    startTime: "startTime",
    endTime: "endTime",
    fixtures: { elements: "fixture" },
    passed: "passed",
    total: "total",
    skipped: "skipped",
    warnings: { elements: "warning" },
  },
};

/** Converts the parts of a report to events. Every test ran in all browsers, and its results cover all of them together. */
export class TestcafeReader implements JsonParts {
  readonly #writer: ReportWriter;
  readonly #agents: readonly string[];
  readonly #facts = new Map<string, unknown>();

  constructor(writer: ReportWriter, agents: readonly string[]) {
    this.#writer = writer;
    this.#agents = agents;
    writer.run.learn({
      framework: "testcafe",
      metadata: agents.length === 0 ? {} : { browsers: agents.join(", ").slice(0, 500) },
    });
  }

  part(name: string, value: unknown, line: number): void {
    const fixture = asObject(value);
    if (name === "warning") this.#writer.output("stderr", `${asText(value) ?? ""}\n`);
    else if (name !== "fixture") this.#facts.set(name, value);
    else if (fixture !== undefined)
      for (const test of objectsOf(fixture["tests"])) this.#writer.test(this.#record(test, fixture), line);
  }

  end(complete: boolean): void {
    if (complete) this.#compare();
    const startedAt = this.#facts.get("startTime");
    this.#writer.run.learn({ startedAt, durationMs: durationBetween(startedAt, this.#facts.get("endTime")) });
  }

  /** Compares the totals. Some versions do not include skipped tests. */
  #compare(): void {
    const [total = 0, passed = 0, skipped = 0] = ["total", "passed", "skipped"].map((name) =>
      asNumber(this.#facts.get(name)),
    );
    const totals = new DeclaredTotals();
    const { failed } = this.#writer.counts;
    const declared = total - passed - skipped;
    if (declared > failed) totals.declare(undefined, declared);
    totals.compare(this.#writer);
  }

  #record(test: JsonObject, fixture: JsonObject): TestRecord {
    const errors = stringsOf(test["errs"]).map(errorOf);
    const status: Verdict = test["skipped"] === true ? "skipped" : errors.length > 0 ? "failed" : "passed";
    const titlePath = [asString(fixture["name"]) ?? "", asString(test["name"]) ?? ""];
    const annotations = [...metaOf(fixture["meta"]), ...metaOf(test["meta"])];
    // The versions of browser and system are removed, because they change.
    const variant = this.#agents.map((agent) => agent.replace(/[ /]v?\d.*$/, "")).join(", ");
    return {
      file: asString(fixture["path"]),
      titlePath,
      variant,
      browser: this.#agents.length === 1 ? browserIn(variant) : undefined,
      status,
      tags: tagsIn(titlePath),
      author: annotations.find(({ type }) => /^(author|owner)$/i.test(type))?.description,
      annotations,
      attempts: [
        ...unexplainedAttempts(test["unstable"] === true && status === "passed" ? 1 : 0),
        {
          status,
          durationMs: status === "skipped" ? null : test["durationMs"],
          errors,
          attachments: attachmentsOf(test),
        },
      ],
    };
  }
}

function metaOf(meta: unknown): AnnotationRecord[] {
  return Object.entries(asObject(meta) ?? {}).flatMap(([type, value]) => {
    const description = asText(value);
    return description === undefined ? [] : [{ type, description }];
  });
}

/** Splits a text that contains the message, the browser, the surrounding code and the stack. */
function errorOf(text: string): ErrorRecord {
  const [head = "", ...rest] = text.split(/\n[ \t]*Browser: /, 2);
  const code =
    rest.length === 0
      ? undefined
      : /\n[ \t]*\n((?:[ >]*\d+ \|[^\n]*\n?)+)/.exec(text.slice(head.length, head.length + 5000))?.[1];
  return { message: rest.length === 0 ? splitStack(text).message : head.trim(), stack: text, snippet: code };
}

/**
 * Returns the attachments. There is a folder of screenshots per test, and the report lists one file; newer versions list all files and the videos.
 */
function attachmentsOf(test: JsonObject): AttachmentRecord[] {
  const listed = objectsOf(test["screenshots"]).map((picture) => asString(picture["screenshotPath"]) ?? "");
  const videos = objectsOf(test["videos"]).map((video) => asString(video["videoPath"]) ?? "");
  const named = asString(test["screenshotPath"]) ?? "";
  // Before version 1.0, it was the path of the folder.
  const paths = [...listed, ...(/\.\w{2,5}$/.test(named) ? [named] : []), ...videos].filter((path) => path !== "");
  return [...new Set(paths)].map((path) => ({ path }));
}
