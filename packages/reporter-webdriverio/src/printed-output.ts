import { stripAnsi } from "@plumb/contract/text/ansi.ts";

type Stream = "stdout" | "stderr";
type Write = typeof process.stdout.write;

/** Matches log lines of WebdriverIO, which begin with a timestamp, a level and a name. */
const logged = /^\d{4}-\d\d-\d\dT[\d:.]+Z\s+(TRACE|DEBUG|INFO|WARN|ERROR) /;

/**
 * Captures the output of this process without changing it. Log lines of WebdriverIO below warning level are dropped, because they contain all typed
 * text and responses.
 */
export class PrintedOutput {
  /** Last error that WebdriverIO logged. */
  lastError: string | null = null;
  readonly #restores: (() => void)[] = [];

  constructor(onText: (stream: Stream, text: string) => void) {
    for (const stream of ["stdout", "stderr"] as const) {
      const target = process[stream];
      // oxlint-disable-next-line typescript/unbound-method -- called with its stream, and restored unchanged later
      const write = target.write;
      const listening = ((chunk: string | Uint8Array, ...rest: never[]) => {
        const text = typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
        if (this.#isReported(text)) onText(stream, text);
        return Reflect.apply(write, target, [chunk, ...rest]) as boolean;
      }) as Write;
      target.write = listening;
      this.#restores.push(() => {
        // Another listener may have wrapped `write` in the meantime.
        if (target.write === listening) target.write = write;
      });
    }
  }

  stop(): void {
    for (const restore of this.#restores.splice(0)) restore();
  }

  #isReported(text: string): boolean {
    if (text.startsWith("Plumb: ")) return false;
    const level = logged.exec(stripAnsi(text.slice(0, 100)))?.[1];
    if (level === "ERROR") this.lastError = stripAnsi(text).replace(logged, "").trim();
    return level === undefined || level === "WARN" || level === "ERROR";
  }
}
