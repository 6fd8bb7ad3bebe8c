import type { Attempt } from "@plumb/contract/runs/results.ts";
import type { ReactNode } from "react";

/** Content from outside the report. */
export interface AroundAttempts {
  /** How the failure began, in one line. */
  readonly story?: ReactNode;
  /** Toolbar. */
  readonly renderActions?: ((attempt: Attempt) => ReactNode) | undefined;
  /** Changes since the test last passed. */
  readonly changes?: ReactNode;
  /** The last pass of the test beside a failed attempt. */
  readonly renderLastPass?: ((attempt: Attempt) => ReactNode) | undefined;
  /** Analysis items about the test. */
  readonly items?: ReactNode;
  /** Earlier outcomes of the test. */
  readonly history?: ReactNode;
  /** Suspected commits and similar failures. */
  readonly evidence?: ReactNode;
}
