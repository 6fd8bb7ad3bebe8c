import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Writable } from "node:stream";
import type { Surroundings } from "#commands/upload.ts";
import { run } from "#run.ts";

export interface Workshop extends Disposable {
  readonly folder: string;
  /** Waits before retries, in milliseconds; none of them is really waited for. */
  readonly waits: readonly number[];
  readonly plumb: (...args: readonly string[]) => Promise<{ code: number; stdout: string[]; stderr: string }>;
}

/** A temporary folder with files, and the command to run in it as a user would. */
export function workshop(files: Readonly<Record<string, string>>, around: Partial<Surroundings> = {}): Workshop {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "plumb-cli-")));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const waits: number[] = [];
  const plumb: Workshop["plumb"] = async (...args) => {
    const [stdout, stderr] = [collector(), collector()];
    const code = await run(args, "1.2.3", {
      env: { PLUMB_API_KEY: "plumb_secret" },
      cwd: folder,
      detected: () => Promise.resolve({}),
      sleep: (ms) => Promise.resolve(void waits.push(ms)),
      random: () => 0.5,
      stdout: stdout.stream,
      stderr: stderr.stream,
      ...around,
    });
    return { code, stdout: stdout.text().trimEnd().split("\n"), stderr: stderr.text() };
  };
  return { folder, waits, plumb, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

function collector(): { stream: Writable; text: () => string } {
  let text = "";
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      text += chunk.toString();
      done();
    },
  });
  return { stream, text: () => text };
}
