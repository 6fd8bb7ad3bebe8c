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

const none = "Not reported";

/** Environment of a test, from its report. */
export function TestEnvironment({ detail, metadata }: TestEnvironmentProps) {
  const { retries, attempts } = detail;
  const { browser, platform, viewport, userAgent } = testFacts(detail, metadata);
  const started = attempts.find(({ startTime }) => startTime !== null)?.startTime ?? null;
  const facts = [
    ["Browser", browser === null ? none : browserLabel(browser)],
    ["Platform", platform ?? none],
    ["Viewport", viewport ?? none],
    ["Retries", String(retries)],
    ["Started", started === null ? none : formatTimestamp(started)],
    ["User agent", userAgent ?? none],
  ] as const;
  return (
    <section className={styles["environment"]}>
      <h3>Test Environment</h3>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={value === none ? styles["none"] : ""}>{cut(value, 300)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
