import { limits } from "#limits.ts";
import type { ProblemLog } from "#problem-log.ts";
import type { XmlTag } from "#xml/xml-scanner.ts";
import { cleanText } from "#text/clean-text.ts";
import { totalOf } from "#results/declared-totals.ts";

const parts = new Set(["errors", "failures", "failureMessage"]);

/**
 * Reads `failsafe-summary.xml`, by which Maven decides the build. If the process of the tests crashed, this is the only file that
 * contains it.
 */
export class FailsafeSummary {
  #attributes: ReadonlyMap<string, string> | undefined;
  readonly #texts = new Map<string, string>();

  /** Returns the function that receives the text of the element; undefined if the element is not part of a summary. */
  open({ name, attributes }: XmlTag): ((text: string) => void) | undefined {
    if (name === "failsafe-summary") this.#attributes = attributes;
    else if (this.#attributes !== undefined && parts.has(name)) return (text) => this.#texts.set(name, text.trim());
    return undefined;
  }

  /**
   * Reports a failure outside the tests.
   *
   * @returns Number of failed tests, which other files list.
   */
  end(problems: ProblemLog): number {
    const attributes = this.#attributes;
    if (attributes === undefined) return 0;
    const failed = (totalOf(this.#texts.get("errors")) ?? 0) + (totalOf(this.#texts.get("failures")) ?? 0);
    const message = this.#texts.get("failureMessage") ?? "";
    if (message !== "")
      problems.add("error", `Failsafe failed outside its tests: ${cleanText(message, limits.message)}`);
    else if (attributes.get("timeout") === "true")
      problems.add("error", "Failsafe stopped the tests because of its timeout");
    else if (attributes.get("result") === "255" && failed === 0)
      problems.add("error", "Failsafe failed outside its tests and gives no reason");
    return failed;
  }
}
