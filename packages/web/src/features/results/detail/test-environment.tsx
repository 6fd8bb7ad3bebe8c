import type { ResultDetail } from "@plumb/contract/runs/results.ts";
import { testFacts } from "@plumb/contract/runs/test-facts.ts";
import { browserLabel } from "#lib/format/browser-label.ts";
import { cut, formatTimestamp } from "#lib/format/format.ts";
import styles from "./test-environment.module.css";

interface TestEnvironmentProps {
  readonly detail: ResultDetail;
  /** Facts about the run, from the report. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** Environment of a test, as far as its report has it. */
export function TestEnvironment({ detail, metadata }: TestEnvironmentProps) {
  const { retries, attempts } = detail;
  const { browser, platform, viewport, userAgent } = testFacts(detail, metadata);
  const started = attempts.find(({ startTime }) => startTime !== null)?.startTime ?? null;
  const facts = [
    ["Browser", browser === null ? null : browserLabel(browser)],
    ["Platform", platform],
    ["Viewport", viewport],
    ["Retries", String(retries)],
    ["Started", started === null ? null : formatTimestamp(started)],
    ["User agent", userAgent],
  ] as const;
  return (
    <section className={styles["environment"]}>
      <h3>Test Environment</h3>
      <dl>
        {facts.map(
          ([name, value]) =>
            value !== null && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{cut(value, 300)}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}
