import { type FailureClass, failureClasses } from "@plumb/contract/failures/failure-classes.ts";
import type { WithoutComparison } from "@plumb/contract/failures/resolutions.ts";
import { type ResolutionKind, resolutionKinds, unlabelledReasons } from "@plumb/contract/failures/resolution-kinds.ts";

/** Causes behind a figure of the comparison with the repository. */
export interface ResolutionFigure {
  /** `2030-01`. */
  readonly month?: string | undefined;
  /** The engine's class. */
  readonly class?: FailureClass | undefined;
  readonly kind?: ResolutionKind | undefined;
  readonly agreed?: boolean | undefined;
  readonly reason?: WithoutComparison | undefined;
}

const reasons: readonly WithoutComparison[] = [...unlabelledReasons, "unclassified"];

/** Returns the figure as one URL parameter. */
export function figureText(figure: ResolutionFigure): string {
  const fields = Object.entries(figure).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return new URLSearchParams(fields).toString();
}

/** Parses the URL parameter; `undefined` if it selects nothing. */
export function readFigure(text: string | undefined): ResolutionFigure | undefined {
  if (text === undefined) return undefined;
  const input = new URLSearchParams(text);
  const month = input.get("month") ?? "";
  const agreed = input.get("agreed");
  const figure: ResolutionFigure = {
    month: /^\d{4}-(?:0[1-9]|1[0-2])$/.test(month) ? month : undefined,
    class: failureClasses.find((each) => each === input.get("class")),
    kind: resolutionKinds.find((each) => each === input.get("kind")),
    agreed: agreed === "true" ? true : agreed === "false" ? false : undefined,
    reason: reasons.find((each) => each === input.get("reason")),
  };
  return Object.values(figure).some((value) => value !== undefined) ? figure : undefined;
}
