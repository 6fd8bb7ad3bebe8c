import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { writeAllureResults } from "./allure-results.ts";
import { writePlaywrightBlob } from "./playwright-blob.ts";
import { type ProgramRun, runProgram } from "./run-program.ts";

const require = createRequire(import.meta.url);

/** Another tool that creates an HTML report from the same results. */
export interface Peer {
  readonly name: string;
  /** Seconds and MB to create the report, and seconds until it shows its first row. Measured on a different machine with two cores. */
  readonly reference: { readonly seconds: number; readonly mb: number; readonly firstRowSeconds: number };
  readonly timesFaster: number;
  /** CSS selector of a row in the report. */
  readonly row: string;
  /** Path of the program, `null` if it is not installed. */
  readonly installed: string | null;
  /** Writes the input, which is not measured. */
  prepare(folder: string, count: number, seed: number): Promise<void>;
  /** Creates the report in the folder `site`. */
  generate(program: string, input: string, site: string): Promise<ProgramRun>;
}

export function peers(): Peer[] {
  return [
    {
      name: "playwright merge-reports",
      reference: { seconds: 2.8, mb: 580, firstRowSeconds: 0.4 },
      timesFaster: 2.5,
      row: ".test-file-test",
      installed: join(dirname(require.resolve("@playwright/test/package.json")), "cli.js"),
      prepare: writePlaywrightBlob,
      generate: (program, input, site) =>
        runProgram(process.execPath, [program, "merge-reports", "--reporter", "html", input], {
          cwd: dirname(site),
          env: { PLAYWRIGHT_HTML_OPEN: "never", PLAYWRIGHT_HTML_OUTPUT_DIR: site },
        }),
    },
    {
      name: "allure generate",
      reference: { seconds: 6.5, mb: 440, firstRowSeconds: 4.2 },
      timesFaster: 5,
      row: "[data-testid='tree-leaf'], .node__leaf",
      installed: onPath("allure"),
      prepare: writeAllureResults,
      generate: (program, input, site) =>
        runProgram(program, ["generate", input, "--output", site], { cwd: dirname(site) }),
    },
  ];
}

function onPath(name: string): string | null {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}
