import type { ProblemEvent } from "@plumb/contract/result-event.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import { limits } from "@plumb/formats/limits.ts";
import { storable } from "#core/text.ts";

export interface ReportProblem {
  readonly severity: ProblemEvent["severity"];
  readonly file: string | null;
  readonly line: number | null;
  readonly reason: string;
}

/** The problems of one report. Lists a limited number, and always those that left the report incomplete. */
export class ReportProblems {
  readonly #name: string;
  readonly #listed: ReportProblem[] = [];
  readonly #ofReport: ReportProblem[] = [];
  #unlisted = 0;

  /** @param name File name for problems without a file. */
  constructor(name: string) {
    this.#name = name;
  }

  note(
    severity: ReportProblem["severity"],
    reason: string,
    line: number | null = null,
    file: string | null = this.#name,
  ): void {
    if (this.#listed.length < limits.problemsPerReport || severity === "incomplete")
      this.#listed.push({ severity, file, line, reason: cut(storable(reason), 2000) });
    else this.#unlisted += 1;
  }

  /** Adds a problem of the whole report, which is always listed. */
  noteOfReport(reason: string): void {
    this.#ofReport.push({ severity: "warning", file: this.#name, line: null, reason });
  }

  listed(): readonly ReportProblem[] {
    if (this.#unlisted === 0) return [...this.#listed, ...this.#ofReport];
    const more = `${this.#unlisted} more problems of this file are not listed.`;
    return [...this.#listed, { severity: "warning", file: this.#name, line: null, reason: more }, ...this.#ofReport];
  }
}
