import { asObject, asString, type JsonObject } from "#json/json-value.ts";
import { labelsOf } from "./labels.ts";
import { statusOf } from "./outcome.ts";

interface FailedHook {
  /** Test that represents the hook in the report. */
  readonly test: string;
  /** Test before which the hook failed. */
  readonly before: string;
  readonly startedAt: number;
  readonly reason: string;
}

/**
 * Adapters of Mocha and WebdriverIO write a failed hook as a test: `"before all" hook for "pays"`. If its tests were run
 * again and passed, the hook passed too, but there is no entry for that.
 */
export class RecoveredHooks {
  readonly #failed: FailedHook[] = [];
  /** Last start time of each passed test. */
  readonly #passedAt = new Map<string, number>();

  add(test: string, result: JsonObject, startedAt: number | null): void {
    if (startedAt === null) return;
    const name = asString(result["name"]) ?? "";
    const labels = labelsOf(result["labels"]);
    const titleOf = (title: string) =>
      JSON.stringify([...["parentSuite", "suite", "subSuite"].map((label) => labels.first(label) ?? ""), title]);
    const status = statusOf(result);
    if (status === "passed") {
      const title = titleOf(name);
      this.#passedAt.set(title, Math.max(startedAt, this.#passedAt.get(title) ?? startedAt));
    }
    const before = beforeHook.exec(name.slice(0, 4000))?.[1];
    if (before === undefined || (status !== "failed" && status !== "error")) return;
    const message = asString(asObject(result["statusDetails"])?.["message"]) ?? "failed";
    this.#failed.push({ test, before: titleOf(before), startedAt, reason: `${name}: ${message}` });
  }

  /** Returns the hooks whose test passed later, with their errors. */
  all(): readonly FailedHook[] {
    return this.#failed.filter(({ before, startedAt }) => (this.#passedAt.get(before) ?? startedAt) > startedAt);
  }
}

const beforeHook = /^"before (?:all|each)" hook.* for "(.+)"$/s;
