import { Tabs } from "@mantine/core";
import type { Attempt, ResultDetail } from "@plumb/contract/runs/results.ts";
import { type ReactNode, useState } from "react";
import { testOutcome } from "#ui/outcome/outcome.ts";
import { StatusBadge } from "#ui/badges/status-badge.tsx";
import { AttemptPanel } from "./attempt-panel.tsx";
import styles from "./result-detail.module.css";
import { TestEnvironment } from "./test-environment.tsx";

/** Attempt and step in the address. Without `onChoose`, they cannot be linked to. */
export interface AttemptChoice {
  /** From 0; `undefined` selects the most informative attempt. */
  readonly attempt?: number | undefined;
  /** Step of that attempt, from 0. */
  readonly step?: number | undefined;
  readonly onChoose?: ((attempt: number, step: number | undefined) => void) | undefined;
}

interface AttemptsProps extends AttemptChoice {
  readonly detail: ResultDetail;
  readonly metadata: Readonly<Record<string, string>>;
  /** Earlier outcomes of the test. */
  readonly history?: ReactNode;
  /** Facts about the failure from outside the report. */
  readonly evidence?: ReactNode;
}

/** Attempts of a test as tabs, initially the last one with an error. A single attempt has no tab. */
export function Attempts({ detail, metadata, history, evidence, attempt: requested, step, onChoose }: AttemptsProps) {
  const { attempts, artifacts } = detail;
  const preferred = attempts.findLast(({ errors }) => errors.length > 0) ?? attempts.at(-1);
  // Keeps the selection when the address refers to another open test.
  const [local, setLocal] = useState(requested);
  const [before, setBefore] = useState(requested);
  if (before !== requested) {
    setBefore(requested);
    if (requested !== undefined) setLocal(requested);
  }
  if (preferred === undefined) {
    return (
      <>
        <p className={styles["facts"]}>No further details reported.</p>
        {history}
        <TestEnvironment detail={detail} metadata={metadata} />
      </>
    );
  }
  const chosen = attempts.find(({ index }) => index === local) ?? preferred;
  const panelOf = (attempt: Attempt) => (
    <AttemptPanel
      // Each attempt has its own state.
      key={attempt.index}
      detail={detail}
      attempt={attempt}
      artifacts={artifacts.filter(
        (artifact) => artifact.attempt === attempt.index || (artifact.attempt === null && attempt === preferred),
      )}
      step={step}
      history={history}
      evidence={evidence}
      onStep={onChoose === undefined ? undefined : (index) => onChoose(attempt.index, index)}
    >
      <TestEnvironment detail={detail} metadata={metadata} />
    </AttemptPanel>
  );
  if (attempts.length === 1) return panelOf(chosen);
  return (
    <Tabs
      value={String(chosen.index)}
      onChange={(value) => {
        const index = Number(value);
        setLocal(index);
        onChoose?.(index, undefined);
      }}
      keepMounted={false}
    >
      <Tabs.List aria-label="Attempts" className={styles["tabs"] ?? ""}>
        {attempts.map((attempt) => (
          <Tabs.Tab
            key={attempt.index}
            value={String(attempt.index)}
            {...(attempt === chosen && { ref: bringIntoView })}
          >
            <span className={styles["tab"]}>
              {`Attempt ${attempt.index + 1}`}
              <StatusBadge outcome={testOutcome(attempt.status, false)} />
            </span>
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={String(chosen.index)} pt={12}>
        {panelOf(chosen)}
      </Tabs.Panel>
    </Tabs>
  );
}

/** Scrolls the row of tabs to the initial tab, which may be the last of many. The page does not scroll. */
function bringIntoView(tab: HTMLElement | null): void {
  const row = tab?.parentElement;
  if (tab === null || row === null || row === undefined) return;
  const hidden = tab.offsetLeft < row.scrollLeft || tab.offsetLeft + tab.offsetWidth > row.scrollLeft + row.clientWidth;
  if (hidden) row.scrollLeft = tab.offsetLeft + tab.offsetWidth - row.clientWidth;
}
