import { Alert, Button, Kbd, Progress } from "@mantine/core";
import { failureClasses } from "@plumb/contract/failures/failure-classes.ts";
import type { FailureGroup } from "@plumb/contract/failures/failures.ts";
import type { FailureClass } from "@plumb/contract/failures/verdict.ts";
import { IconArrowLeft, IconArrowRight, IconCheck, IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { counted, cut, formatCount } from "#lib/format/format.ts";
import { type Shortcut, useShortcuts } from "#lib/keys/shortcut.ts";
import { ClassBadge } from "#ui/badges/class-badge.tsx";
import panel from "#ui/layout/panel.module.css";
import { causeBeside, classInQueue, isDecided } from "./triage-queue.ts";
import type { TriageViewProps } from "./triage-view-props.ts";
import { TriageSummary } from "./triage-summary.tsx";
import styles from "./triage.module.css";

/** Triage: progress above, the cause, and below it the decision. */
export function TriageView(props: TriageViewProps) {
  const { name, queue, total, current, missing, outcomes, details, onStep, actions } = props;
  const decided = queue.filter((group) => isDecided(group, outcomes)).length;
  const position = queue.findIndex(({ id }) => id === current?.id) + 1;
  useTriageKeys(props);
  return (
    <section aria-label="Triage" className={styles["triage"]}>
      <header className={`${panel["panel"]} ${styles["head"]}`}>
        <h1>
          Triage <bdi className={styles["name"]}>{cut(name, 100)}</bdi>
        </h1>
        <p className={styles["progress"]} aria-live="polite">
          {position > 0 && <strong>{`${position} of ${queue.length}`}</strong>}
          {`${position > 0 ? " · " : ""}${formatCount(decided)} decided`}
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
          <div className={`${panel["panel"]} ${styles["cause"]}`}>
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
            <Button size="compact-sm" variant="default" onClick={() => actions.onClassify(group, outcome.as)}>
              {`Try ${outcome.as} again`}
            </Button>
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function Decision(props: TriageViewProps & { readonly current: FailureGroup }) {
  const { current, queue, outcomes, actions } = props;
  const visible = classInQueue(current, outcomes);
  const previous = causeBeside(queue, current.id, -1);
  const next = causeBeside(queue, current.id, 1);
  const saving = outcomes.get(current.id)?.status === "saving";
  const { go, classify } = movesOf(props);
  return (
    <fieldset className={styles["decision"]} aria-label="Decision" data-bottom-bar>
      {actions !== undefined && (
        <>
          {failureClasses.map((each, index) => (
            <button
              key={each}
              type="button"
              className={styles["class"]}
              aria-pressed={visible === each}
              aria-keyshortcuts={String(index + 1)}
              onClick={() => classify(each)}
            >
              <Kbd size="xs" aria-hidden>
                {index + 1}
              </Kbd>
              <ClassBadge of={each} />
            </button>
          ))}
          <Act keys="m" label="Known: keep class" disabled={visible === null} onClick={() => classify(visible)} />
        </>
      )}
      <span className={styles["acts"]}>
        {actions !== undefined && (
          <>
            <Act keys="a" label="Assign" onClick={() => actions.onAssign(current)} />
            <Act keys="u" label="Undo" disabled={actions.onUndo === undefined} onClick={() => actions.onUndo?.()} />
          </>
        )}
        <span className={styles["steps"]}>
          <Act
            keys="k"
            label="Previous"
            icon={<IconArrowLeft size={14} aria-hidden />}
            disabled={previous === undefined}
            onClick={() => go(-1)}
          />
          <Act
            keys="j"
            label={next === undefined ? "Summary" : "Next"}
            icon={next === undefined ? <IconCheck size={14} aria-hidden /> : <IconArrowRight size={14} aria-hidden />}
            onClick={() => go(1)}
          />
        </span>
      </span>
      <output className={styles["saving"]}>{saving ? "Saving" : ""}</output>
    </fieldset>
  );
}

interface ActProps {
  readonly keys: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

function Act({ keys, label, icon, disabled = false, onClick }: ActProps) {
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={icon}
      rightSection={
        <Kbd size="xs" aria-hidden>
          {keys}
        </Kbd>
      }
      aria-keyshortcuts={keys}
      disabled={disabled}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}

/** Returns what the buttons and the keys do. */
function movesOf({ queue, current, onStep, actions }: TriageViewProps) {
  const go = (step: 1 | -1) => {
    if (current === undefined) return step === -1 ? onStep(queue.at(-1)?.id) : undefined;
    const beside = causeBeside(queue, current.id, step);
    return beside === undefined && step === -1 ? undefined : onStep(beside?.id ?? "done");
  };
  const classify = (as: FailureClass | null) => {
    if (current === undefined || as === null) return;
    actions?.onClassify(current, as);
    go(1);
  };
  return { go, classify };
}

/** Registers the keys. There is one cause, so no row needs the focus. */
function useTriageKeys(props: TriageViewProps): void {
  const { current, outcomes, onStep, onCopyLink, actions } = props;
  const { go, classify } = movesOf(props);
  const triage: readonly Shortcut[] = [
    ...failureClasses.map((as, index) => ({
      key: String(index + 1),
      label: `Classify as ${as}, and go to the next cause`,
      once: true,
      run: () => classify(as),
    })),
    {
      key: "m",
      label: "Mark as known: keep the class, and go to the next cause",
      once: true,
      run: () => classify(current === undefined ? null : classInQueue(current, outcomes)),
    },
    { key: "a", label: "Assign", run: () => current !== undefined && actions?.onAssign(current) },
    { key: "u", label: "Undo the last decision", once: true, run: () => actions?.onUndo?.() },
  ];
  useShortcuts([
    { key: "j", label: "Next cause", run: () => go(1) },
    { key: "s", label: "Next cause", run: () => go(1) },
    { key: "k", label: "Previous cause", run: () => go(-1) },
    { key: "l", label: "Copy the link", run: onCopyLink },
    { key: "Escape", label: "Close triage", run: () => onStep(undefined) },
    ...(actions === undefined ? [] : triage),
  ]);
}
