import type { TestState } from "@plumb/contract/tests/tests.ts";
import { IconCircleCheck, IconCircleDashed, IconCircleX, IconRefreshAlert } from "@tabler/icons-react";
import { MeaningBadge } from "./meaning-badge.tsx";

/** `color` is the base name of variables in `colors.css`. */
export const testStateStyles = {
  flaky: {
    icon: IconRefreshAlert,
    color: "flaky",
    word: "Flaky",
    meaning: "It passes and fails without code changes",
  },
  broken: {
    icon: IconCircleX,
    color: "failed",
    word: "Broken",
    meaning: "It failed in its last runs on a main branch",
  },
  healthy: { icon: IconCircleCheck, color: "passed", word: "Healthy", meaning: "No signs of flakiness" },
  unknown: { icon: IconCircleDashed, color: null, word: "Not enough runs", meaning: "Not enough recent runs" },
} as const satisfies Record<TestState, unknown>;

/** State of a test as icon and label. */
export function TestStateBadge({ state }: { readonly state: TestState }) {
  const { word, ...style } = testStateStyles[state];
  return <MeaningBadge {...style} label={word} />;
}
