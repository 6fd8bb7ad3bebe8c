import { Tabs } from "@mantine/core";
import type { Attempt, ResultDetail } from "@plumb/contract/runs/results.ts";
import { type ReactNode, useState } from "react";
import { testOutcome } from "#ui/outcome/outcome.ts";
import { StatusBadge } from "#ui/badges/status-badge.tsx";
import type { AroundAttempts } from "./around-attempts.ts";
import { AttemptPanel } from "./attempt-panel.tsx";
import { Lead } from "./lead.tsx";
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

interface AttemptsProps extends AttemptChoice, AroundAttempts {
  readonly detail: ResultDetail;
  readonly metadata: Readonly<Record<string, string>>;
  /** Location, owner and tags of the test. */
  readonly about: ReactNode;
}

/** Attempts of a test as tabs, initially the last one with an error. A single attempt has no tab. */
export function Attempts(props: AttemptsProps) {
  const { detail, metadata, about, attempt: requested, step, onChoose, story, renderActions, ...around } = props;
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
        {about}
        <p className={styles["facts"]}>No further details reported.</p>
        {around.history}
        <TestEnvironment detail={detail} metadata={metadata} />
      </>
    );
  }
  const chosen = attempts.find(({ index }) => index === local) ?? preferred;
  const head = (
    <div className={styles["head"]}>
      <Lead>{story ?? about}</Lead>
      <div className={styles["tools"]}>{renderActions?.(chosen)}</div>
      {attempts.length > 1 && <AttemptTabs attempts={attempts} chosen={chosen} artifacts={artifacts} />}
    </div>
  );
  const panel = (
    <AttemptPanel
      // Each attempt has its own state.
      key={chosen.index}
      detail={detail}
      attempt={chosen}
      artifacts={artifacts.filter(
        (artifact) => artifact.attempt === chosen.index || (artifact.attempt === null && chosen === preferred),
      )}
      step={step}
      onStep={onChoose === undefined ? undefined : (index) => onChoose(chosen.index, index)}
      {...around}
    >
      {story !== undefined && about}
      <TestEnvironment detail={detail} metadata={metadata} />
    </AttemptPanel>
  );
  if (attempts.length === 1)
    return (
      <>
        {head}
        {panel}
      </>
    );
  return (
    <Tabs
      value={String(chosen.index)}
      onChange={(value) => {
        const index = Number(value);
        setLocal(index);
        onChoose?.(index, undefined);
      }}
      keepMounted={false}
      variant="pills"
    >
      {head}
      <Tabs.Panel value={String(chosen.index)}>{panel}</Tabs.Panel>
    </Tabs>
  );
}

interface AttemptTabsProps extends Pick<ResultDetail, "attempts" | "artifacts"> {
  readonly chosen: Attempt;
}

/** Tabs of the attempts. Those with a trace are marked, because it is often recorded for one attempt only. */
function AttemptTabs({ attempts, artifacts, chosen }: AttemptTabsProps) {
  const traced = new Set(
    artifacts.flatMap(({ attempt, kind }) => (kind === "trace" && attempt !== null ? [attempt] : [])),
  );
  return (
    <Tabs.List aria-label="Attempts" className={styles["tabs"] ?? ""}>
      {attempts.map((attempt) => (
        <Tabs.Tab key={attempt.index} value={String(attempt.index)} {...(attempt === chosen && { ref: bringIntoView })}>
          <span className={styles["tab"]}>
            <span className={styles["word"]}>{"Attempt "}</span>
            {attempt.index + 1}
            <StatusBadge outcome={testOutcome(attempt.status, false)} />
            {traced.has(attempt.index) && <span className={styles["traced"]}>Trace</span>}
          </span>
        </Tabs.Tab>
      ))}
    </Tabs.List>
  );
}

/** Scrolls the row of tabs to the initial tab, which may be the last of many. The page does not scroll. */
function bringIntoView(tab: HTMLElement | null): void {
  const row = tab?.parentElement;
  if (tab === null || row === null || row === undefined) return;
  const hidden = tab.offsetLeft < row.scrollLeft || tab.offsetLeft + tab.offsetWidth > row.scrollLeft + row.clientWidth;
  if (hidden) row.scrollLeft = tab.offsetLeft + tab.offsetWidth - row.clientWidth;
}
