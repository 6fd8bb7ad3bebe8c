import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable, Writable } from "node:stream";
import { run } from "#run.ts";
import type { CliContext } from "#core/cli-context.ts";

export interface Workshop extends Disposable {
  readonly folder: string;
  /** Delays before retries, in milliseconds. The tests skip them. */
  readonly waits: readonly number[];
  /** Resolves when the command has printed this text. */
  readonly printed: (text: string) => Promise<void>;
  readonly plumb: (...args: readonly string[]) => Promise<{ code: number; stdout: string[]; stderr: string }>;
}

/** Creates a temporary folder with files, and a function that runs the command in it. */
export function workshop(files: Readonly<Record<string, string>>, context: Partial<CliContext> = {}): Workshop {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "plumb-cli-")));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const waits: number[] = [];
  let soFar = "";
  const waiting = new Map<string, () => void>();
  const heard = (text: string) => {
    soFar += text;
    for (const [wanted, found] of waiting) if (soFar.includes(wanted)) found();
  };
  const printed = (text: string) =>
    new Promise<void>((resolve) => {
      waiting.set(text, resolve);
      heard("");
    });
  const plumb: Workshop["plumb"] = async (...args) => {
    const [stdout, stderr] = [collector(heard), collector(heard)];
    const code = await run(args, "1.2.3", {
      cwd: folder,
      detected: () => Promise.resolve({}),
      stdin: Readable.from([]),
      now: () => waits.reduce((sum, ms) => sum + ms, Date.now()),
      onSignal: () => () => undefined,
      sleep: (ms) => Promise.resolve(void waits.push(ms)),
      random: () => 0.5,
      stdout: stdout.stream,
      stderr: stderr.stream,
      ...context,
      // Tests must not use the home folder of the user.
      env: { HOME: folder, ...(context.env ?? { PLUMB_API_KEY: "plumb_secret" }) },
    });
    return { code, stdout: stdout.text().trimEnd().split("\n"), stderr: stderr.text() };
  };
  return { folder, waits, printed, plumb, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

function collector(heard: (text: string) => void): { stream: Writable; text: () => string } {
  let text = "";
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      text += chunk.toString();
      heard(chunk.toString());
      done();
    },
  });
  return { stream, text: () => text };
}
