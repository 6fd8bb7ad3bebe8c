import { stripAnsi } from "@plumb/contract/text/ansi.ts";

type Stream = "stdout" | "stderr";
type Write = typeof process.stdout.write;

/** Lines of WebdriverIO's own loggers: a moment, a level, a name. */
const logged = /^\d{4}-\d\d-\d\dT[\d:.]+Z\s+(TRACE|DEBUG|INFO|WARN|ERROR) /;

/**
 * Listens to what this process prints, and leaves it as it is. What WebdriverIO logs below a warning is not told on: it holds
 * all that is typed and answered.
 */
export class PrintedOutput {
  /** What the loggers called an error last. */
  lastError: string | null = null;
  readonly #restores: (() => void)[] = [];

  constructor(hear: (stream: Stream, text: string) => void) {
    for (const stream of ["stdout", "stderr"] as const) {
      const target = process[stream];
      // oxlint-disable-next-line typescript/unbound-method -- called with its stream, and put back as it was
      const write = target.write;
      const listening = ((chunk: string | Uint8Array, ...rest: never[]) => {
        const text = typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
        if (this.#isTold(text)) hear(stream, text);
        return Reflect.apply(write, target, [chunk, ...rest]) as boolean;
      }) as Write;
      target.write = listening;
      this.#restores.push(() => {
        // Somebody else may listen by now, through us.
        if (target.write === listening) target.write = write;
      });
    }
  }

  stop(): void {
    for (const restore of this.#restores.splice(0)) restore();
  }

  #isTold(text: string): boolean {
    if (text.startsWith("Plumb: ")) return false;
    const level = logged.exec(stripAnsi(text.slice(0, 100)))?.[1];
    if (level === "ERROR") this.lastError = stripAnsi(text).replace(logged, "").trim();
    return level === undefined || level === "WARN" || level === "ERROR";
  }
}
