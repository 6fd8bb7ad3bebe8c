import { Alert, Button, Progress } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useRef } from "react";
import { counted, cut, formatCount } from "#lib/format/format.ts";
import panel from "#ui/layout/panel.module.css";
import { Decision } from "./triage-decision.tsx";
import { decidedFailures, isDecided } from "./triage-queue.ts";
import type { TriageViewProps } from "./triage-view-props.ts";
import { TriageSummary } from "./triage-summary.tsx";
import { useTriageKeys } from "./use-triage-keys.ts";
import styles from "./triage.module.css";

/** Triage: progress above, the cause, and below it the decision. */
export function TriageView(props: TriageViewProps) {
  const { name, queue, total, current, missing, outcomes, details, onStep, actions } = props;
  const decided = queue.filter((group) => isDecided(group, outcomes)).length;
  const position = queue.findIndex(({ id }) => id === current?.id) + 1;
  const failures = decidedFailures(queue, outcomes);
  const cause = useRef<HTMLDivElement>(null);
  useTriageKeys(props, cause);
  return (
    <section aria-label="Triage" className={styles["triage"]}>
      <header className={`${panel["panel"]} ${styles["head"]}`}>
        <h1>
          Triage <bdi className={styles["name"]}>{cut(name, 100)}</bdi>
        </h1>
        <p className={styles["progress"]} aria-live="polite">
          {position > 0 && <strong>{`${position} of ${queue.length}`}</strong>}
          {`${position > 0 ? " · " : ""}${formatCount(decided)} decided`}
          {` · ${formatCount(failures.decided)} of ${counted(failures.total, "failure")}`}
          {total > queue.length && ` · the first ${formatCount(queue.length)} of ${formatCount(total)} causes`}
        </p>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconX size={14} aria-hidden />}
          onClick={() => onStep(undefined)}
        >
          Close
        </Button>
        <Progress
          className={styles["bar"] ?? ""}
          value={queue.length === 0 ? 0 : (100 * decided) / queue.length}
          aria-label="Decided causes"
          transitionDuration={150}
        />
      </header>
      <NotSaved {...props} />
      {details === null ? (
        <TriageSummary {...props} />
      ) : (
        <>
          <div ref={cause} className={`${panel["panel"]} ${styles["cause"]}`}>
            {missing ? <p className={styles["missing"]}>This cause no longer exists.</p> : details}
          </div>
          {current !== undefined && <Decision {...props} current={current} />}
        </>
      )}
      {actions === undefined && (
        <p className={styles["viewer"]}>
          Users and leads of this project can set classes and assign causes. Your role only reads them.
        </p>
      )}
    </section>
  );
}

/** Causes whose decision was not saved. They keep their previous class. */
function NotSaved({ queue, outcomes, onStep, actions }: TriageViewProps) {
  const failed = queue.flatMap((group) => {
    const outcome = outcomes.get(group.id);
    return outcome?.status === "failed" ? [{ group, outcome }] : [];
  });
  if (failed.length === 0 || actions === undefined) return null;
  return (
    <Alert color="red" mb="sm" role="alert" title={`${counted(failed.length, "decision")} not saved`}>
      <ul className={styles["failed"]}>
        {failed.slice(0, 5).map(({ group, outcome }) => (
          <li key={group.id}>
            <button type="button" className={styles["link"]} onClick={() => onStep(group.id)}>
              <bdi dir="auto">{cut(group.representativeError, 80)}</bdi>
            </button>
            {`: ${outcome.reason} `}
            <Button size="compact-sm" variant="default" onClick={() => actions.onRepeat(group, outcome)}>
              {`Try ${"as" in outcome ? outcome.as : "the merge"} again`}
            </Button>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
