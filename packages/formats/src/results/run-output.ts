import type { ResultEvent } from "@plumb/contract/result-event.ts";
import { limits } from "#limits.ts";
import type { ProblemLog } from "#problem-log.ts";
import { cleanText } from "#text/clean-text.ts";

/** Output that belongs to no test, up to its limit per stream. */
export class RunOutput {
  readonly #problems: ProblemLog;
  readonly #printed = { stdout: 0, stderr: 0 };

  constructor(problems: ProblemLog) {
    this.#problems = problems;
  }

  /** The output as an event; none if there is nothing in it or no room for it. */
  print(stream: "stdout" | "stderr", text: string): ResultEvent[] {
    if (text.trim() === "") return [];
    const room = limits.runOutput - this.#printed[stream];
    if (room <= 0) {
      this.#problems.addOnce("warning", `Output of the run beyond ${limits.runOutput} characters was cut`);
      return [];
    }
    this.#printed[stream] += text.length;
    return [{ kind: "stdout", stream, text: cleanText(text, room) }];
  }
}
