import type { ResultDetail } from "@plumb/contract/runs/results.ts";
import { browserLabel } from "#lib/format/browser-label.ts";
import { cut, formatMoment } from "#lib/format/format.ts";
import styles from "./test-environment.module.css";

interface TestEnvironmentProps {
  readonly detail: ResultDetail;
  /** Facts that the report names of its run. */
  readonly metadata: Readonly<Record<string, string>>;
}

const none = "Not reported";

/** Where a test ran, as far as its report says. */
export function TestEnvironment({ detail, metadata }: TestEnvironmentProps) {
  const { browser, retries, attempts, annotations } = detail;
  // A test's own word before the run's.
  const told = new Map([
    ...Object.entries(metadata).map(([name, value]) => [plain(name), value] as const),
    ...annotations.map(({ type, description = "" }) => [plain(type), description] as const),
  ]);
  // Of several projects each has its own: `viewport [mobile]`.
  const own = plain(detail.variant);
  const fact = (...names: readonly string[]) =>
    names
      .flatMap((name) => [told.get(name), told.get(`${name}${own}`)])
      .find((value) => value !== undefined && value.trim() !== "") ?? none;
  const started = attempts.find(({ startTime }) => startTime !== null)?.startTime ?? null;
  const facts = [
    ["Browser", browser === null ? fact("browser", "browsername") : browserLabel(browser)],
    ["Platform", fact("platform", "os", "operatingsystem", "osname", "platformname")],
    ["Viewport", fact("viewport", "viewportsize", "screensize", "resolution")],
    ["Retries", String(retries)],
    ["Started", started === null ? none : formatMoment(started)],
    ["User agent", fact("useragent")],
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

/** `user-agent`, `userAgent` and `User Agent` are one name. */
function plain(name: string): string {
  return name
    .slice(0, 60)
    .toLowerCase()
    .replaceAll(/[^a-z]/g, "");
}
