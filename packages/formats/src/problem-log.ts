import type { ProblemEvent, ProblemSeverity } from "@plumb/contract/result-event.ts";
import { limits } from "./limits.ts";
import { cleanText } from "#text/clean-text.ts";
import { stripAnsi } from "@plumb/contract/text/ansi.ts";

/** The location of a problem, if known. */
interface Location extends Partial<Position> {
  /** Set if the problem is not in the report's only file. */
  readonly file?: string;
}

export interface Position {
  readonly line: number;
  readonly column?: number;
}

/**
 * Collects the problems of a file up to a limit: a million broken entries must not become a million problems. `warning` and more
 * severe problems have separate limits, so that repairs cannot displace failures.
 */
export class ProblemLog {
  #pending: ProblemEvent[] = [];
  #warnings = 0;
  #grave = 0;
  readonly #once = new Set<string>();

  add(severity: ProblemSeverity, reason: string, at?: Location): void {
    const count = severity === "warning" ? ++this.#warnings : ++this.#grave;
    if (count > limits.problemsPerFile) return;
    this.#pending.push({
      kind: "problem",
      severity,
      reason: stripAnsi(cleanText(reason, limits.message)),
      ...(at?.file === undefined ? {} : { file: at.file }),
      ...(at?.line === undefined ? {} : { line: at.line }),
      ...(at?.column === undefined ? {} : { column: at.column }),
    });
  }

  /** For problems that can occur many times: only the first occurrence of a `reason` is stored. */
  addOnce(severity: ProblemSeverity, reason: string, at?: Location): void {
    if (this.#once.has(reason)) return;
    this.#once.add(reason);
    this.add(severity, reason, at);
  }

  /** Returns the problems that were not returned yet. */
  take(): ProblemEvent[] {
    const taken = this.#pending;
    this.#pending = [];
    return taken;
  }

  /** Returns the remaining problems at the end of the file, with a note about dropped ones. */
  takeRest(): ProblemEvent[] {
    for (const [severity, count] of [
      ["warning", this.#warnings],
      ["error", this.#grave],
    ] as const) {
      const more = count - limits.problemsPerFile;
      if (more <= 0) continue;
      this.#pending.push({ kind: "problem", severity, reason: `${more} more problems of this kind were left out` });
    }
    return this.take();
  }
}
