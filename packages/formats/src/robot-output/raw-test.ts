import { LongText } from "@plumb/contract/text/long-text.ts";
import type { AttachmentRecord } from "#results/test-record.ts";
import { limits } from "#limits.ts";
import type { RawStep } from "./steps.ts";

/** An open test. */
export interface RawTest {
  readonly attributes: ReadonlyMap<string, string>;
  readonly tags: string[];
  doc: string;
  timeout: string;
  /** Undefined until the status has been read. */
  status: string | undefined;
  critical: boolean;
  durationMs: number | null;
  message: string;
  readonly steps: RawStep[];
  readonly output: LongText;
  traceback: string;
  readonly files: AttachmentRecord[];
}

/** Creates an empty record for an element. */
export function newTest(attributes: ReadonlyMap<string, string>): RawTest {
  return {
    attributes,
    tags: [],
    doc: "",
    timeout: "",
    status: undefined,
    critical: true,
    durationMs: null,
    message: "",
    steps: [],
    output: new LongText(limits.output),
    traceback: "",
    files: [],
  };
}

/** Adds a line of the log. */
export function print(test: RawTest, line: string): void {
  if (line !== "") test.output.addLine(line);
}
