import type { FailingState } from "@plumb/contract/failures/failing-state.ts";
import { IconArrowBackUp, IconCheck, IconFlame, IconRepeat } from "@tabler/icons-react";
import { MeaningBadge } from "./meaning-badge.tsx";

/** In display order. `color` is the base name of variables in `colors.css`. */
export const stateStyles = {
  new: { icon: IconFlame, color: "failed", meaning: "Seen in one run only, or for less than a day" },
  back: { icon: IconArrowBackUp, color: "skipped", meaning: "Back after runs without it" },
  known: { icon: IconRepeat, color: "known", meaning: "In the latest run of a suite, and in earlier runs" },
  resolved: { icon: IconCheck, color: "passed", meaning: "Not in the latest run of any suite" },
} as const satisfies Record<FailingState, unknown>;

/** State of a cause as icon and text. */
export function StateBadge({ state }: { readonly state: FailingState }) {
  const { color, ...style } = stateStyles[state];
  return <MeaningBadge {...style} color={color === "known" ? null : color} label={state} />;
}
