import { limits } from "#limits.ts";
import { DeclaredTotals, sumOf, totalOf } from "#results/declared-totals.ts";
import type { ReportWriter } from "#results/report-writer.ts";

interface RunInfo {
  readonly outcome: string;
  text: string;
}

const bad = /^(Error|Failed|Timeout|Aborted|Disconnected)$/;

/** Data of the whole run. It may come before the results, so it is evaluated at the end. */
export class RunSummary {
  #outcome = "";
  readonly #infos: RunInfo[] = [];
  readonly totals = new DeclaredTotals();

  summary(attributes: ReadonlyMap<string, string>): void {
    this.#outcome = attributes.get("outcome") ?? "";
  }

  counters(attributes: ReadonlyMap<string, string>): void {
    const total = (name: string) => totalOf(attributes.get(name));
    const failed = sumOf(total("failed"), total("error"), total("timeout"), total("aborted"), total("disconnected"));
    this.totals.declare(total("total"), failed);
  }

  info(attributes: ReadonlyMap<string, string>): void {
    if (this.#infos.length < limits.problemsPerFile)
      this.#infos.push({ outcome: attributes.get("outcome") ?? "", text: "" });
  }

  infoText(text: string): void {
    const info = this.#infos.at(-1);
    if (info !== undefined) info.text ||= text.trim();
  }

  report({ problems, counts: { failed } }: ReportWriter): void {
    let hasFailed = failed > 0;
    for (const { outcome, text } of this.#infos) {
      if (text === "" || /\[(SKIP|FAIL)\]$/.test(text)) continue;
      // Ignores messages of adapters that repeat failures of tests. Problems of the run have other messages.
      if (failed > 0 && /^(\[?(xUnit\.net|NUnit)|Exit code indicates)/i.test(text) && !/catastrophic/i.test(text))
        continue;
      problems.add(bad.test(outcome) ? "error" : "warning", text);
      hasFailed ||= bad.test(outcome);
    }
    if (!hasFailed && bad.test(this.#outcome))
      problems.add("error", `The run ended with the outcome "${this.#outcome}", but no test has this outcome`);
  }
}
