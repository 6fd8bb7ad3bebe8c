import { failureClasses } from "@plumb/contract/failures/failure-classes.ts";
import type { FailureClass } from "@plumb/contract/failures/verdict.ts";
import type { RefObject } from "react";
import { type Shortcut, useShortcuts } from "#lib/keys/shortcut.ts";
import { failureActs } from "#lib/keys/triaged-failure.ts";
import { causeBeside, classInQueue } from "./triage-queue.ts";
import type { TriageViewProps } from "./triage-view-props.ts";

/** Returns what the buttons and the keys do. */
export function movesOf({ queue, current, onStep, actions }: TriageViewProps) {
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
export function useTriageKeys(props: TriageViewProps, cause: RefObject<HTMLElement | null>): void {
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
      key: "y",
      label: "Mark as known: keep the class, and go to the next cause",
      once: true,
      run: () => classify(current === undefined ? null : classInQueue(current, outcomes)),
    },
    ...failureActs.map(({ act, key, label }) => ({
      key,
      label,
      run: () => current !== undefined && actions?.onAct(act, current),
    })),
    { key: "u", label: "Undo the last decision", once: true, run: () => actions?.onUndo?.() },
  ];
  useShortcuts([
    { key: "j", label: "Next cause", run: () => go(1) },
    { key: "s", label: "Next cause", run: () => go(1) },
    { key: "k", label: "Previous cause", run: () => go(-1) },
    { key: " ", label: "Next test of the cause", when: () => !isOnControl(), run: () => focusNextTest(cause.current) },
    { key: "l", label: "Copy the link", run: onCopyLink },
    { key: "Escape", label: "Close triage", run: () => onStep(undefined) },
    ...(actions === undefined ? [] : triage),
  ]);
}

/** Returns whether the space bar presses the focused element. */
function isOnControl(): boolean {
  return document.activeElement?.matches("button, summary, input") === true;
}

/** Moves the focus through the tests of the cause. Enter opens the last failure of a test. */
function focusNextTest(cause: HTMLElement | null): void {
  const tests = [...(cause?.querySelectorAll<HTMLElement>("[data-open-row]") ?? [])];
  const next = tests[tests.findIndex((test) => test === document.activeElement) + 1] ?? tests[0];
  next?.focus();
}
