import type { CommentVerdict } from "./pull-request-comment.ts";
import { counted } from "#text/counted.ts";

/** Reports of one verdict: a single one, or all of a build. */
interface GateInput {
  readonly reports: number;
  readonly newFailures: number;
  /** Number of reports that are incomplete, without tests, or with an error outside of them. */
  readonly unreliable: number;
}

/**
 * Returns the verdict of the server, which knows no rules of a `plumb gate`: it only fails for new failures and for reports whose numbers are not
 * reliable.
 */
export function serverGate({ reports, newFailures, unreliable }: GateInput): CommentVerdict {
  const rules = [
    { passed: newFailures === 0, text: `${counted(newFailures, "new failure")} (limit 0)` },
    ...(unreliable === 0
      ? []
      : [
          {
            passed: false,
            text:
              reports === 1
                ? "The report is incomplete, has no tests, or has an error outside of them"
                : `${unreliable} of ${reports} reports are incomplete, have no tests, or have an error outside of them`,
          },
        ]),
  ];
  return { passed: rules.every(({ passed }) => passed), rules };
}
