import { otherStatus } from "#results/other-status.ts";
import { LongText } from "@plumb/contract/text/long-text.ts";
import { limits } from "#limits.ts";
import type { Verdict, AttemptRecord, ErrorRecord } from "#results/test-record.ts";
import { plausibleDurationMs } from "#text/duration.ts";
import { filesIn } from "#results/files-in-html.ts";
import { withoutAddresses } from "#text/object-address.ts";
import { startOf } from "./moments.ts";

/** A `test-method`: an execution of a test, or of a configuration method. */
export interface RawMethod {
  readonly attributes: ReadonlyMap<string, string>;
  readonly params: string[];
  readonly annotations: { type: string; description: string }[];
  exception: { type: string; message: string; stack: string } | undefined;
  readonly output: LongText;
}

/** Creates an empty record for an element. */
export function newMethod(attributes: ReadonlyMap<string, string>): RawMethod {
  return { attributes, params: [], annotations: [], exception: undefined, output: new LongText(limits.output) };
}

/** Failures within the success percentage, which TestNG counts as neither failed nor passed. */
export const withinPercentage = "SUCCESS_PERCENTAGE_FAILURE";

const byStatus: Readonly<Record<string, Verdict>> = { PASS: "passed", FAIL: "failed", SKIP: "skipped" };

/** Returns an execution as an attempt. `status` can be passed if it is known from other results. */
export function attemptOf(raw: RawMethod, status = statusOf(raw)): AttemptRecord {
  const duration = raw.attributes.get("duration-ms") ?? "";
  const output = raw.output.toString();
  return {
    status,
    startedAt: startOf(raw.attributes.get("started-at")).ms,
    durationMs: duration.trim() === "" ? null : plausibleDurationMs(Number(duration)),
    errors: raw.exception === undefined ? [] : [errorOf(raw.exception)],
    stdout: output,
    attachments: filesIn(output),
  };
}

/** Returns the status by the attribute. */
export function statusOf(raw: RawMethod): Verdict {
  const status = raw.attributes.get("status") ?? "";
  return byStatus[status] ?? otherStatus(status);
}

/** Returns parameters that distinguish executions, without object addresses, which change with every run. */
export function stableParams(raw: RawMethod): string[] {
  return raw.params.map((param) => withoutAddresses(param.slice(0, 1000)).slice(0, 500));
}

function errorOf({ type, message, stack }: NonNullable<RawMethod["exception"]>): ErrorRecord {
  return { message, stack, type };
}
