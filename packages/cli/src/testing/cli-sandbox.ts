import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable, Writable } from "node:stream";
import { run } from "#run.ts";
import type { CliContext } from "#core/cli-context.ts";

export interface CliSandbox extends Disposable {
  readonly folder: string;
  /** Delays before retries, in milliseconds. The tests skip them. */
  readonly delays: readonly number[];
  /** Resolves when the command has printed this text. */
  readonly waitForText: (text: string) => Promise<void>;
  readonly plumb: (...args: readonly string[]) => Promise<{ code: number; stdout: string[]; stderr: string }>;
}

/** Creates a temporary folder with files, and a function that runs the command in it. */
export function createSandbox(files: Readonly<Record<string, string>>, context: Partial<CliContext> = {}): CliSandbox {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "plumb-cli-")));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const delays: number[] = [];
  let output = "";
  const listeners = new Map<string, () => void>();
  const onText = (text: string) => {
    output += text;
    for (const [expected, found] of listeners) if (output.includes(expected)) found();
  };
  const waitForText = (text: string) =>
    new Promise<void>((resolve) => {
      listeners.set(text, resolve);
      onText("");
    });
  const plumb: CliSandbox["plumb"] = async (...args) => {
    const [stdout, stderr] = [collector(onText), collector(onText)];
    const code = await run(args, "1.2.3", {
      cwd: folder,
      detected: () => Promise.resolve({}),
      stdin: Readable.from([]),
      now: () => delays.reduce((sum, ms) => sum + ms, Date.now()),
      onSignal: () => () => undefined,
      sleep: (ms) => Promise.resolve(void delays.push(ms)),
      random: () => 0.5,
      stdout: stdout.stream,
      stderr: stderr.stream,
      ...context,
      // Tests must not use the home folder of the user.
      env: { HOME: folder, ...(context.env ?? { PLUMB_API_KEY: "plumb_secret" }) },
    });
    return { code, stdout: stdout.text().trimEnd().split("\n"), stderr: stderr.text() };
  };
  return {
    folder,
    delays,
    waitForText,
    plumb,
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function collector(onText: (text: string) => void): { stream: Writable; text: () => string } {
  let text = "";
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      text += chunk.toString();
      onText(chunk.toString());
      done();
    },
  });
  return { stream, text: () => text };
}
