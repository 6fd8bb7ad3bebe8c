import type { DemoTest } from "./catalogue.ts";

/** Files in `demo/recorded`, which `demo/recording` records in a real browser. */
export type Recorded =
  | "back-office-orders.png"
  | "cart-updating.png"
  | "cookie-banner.png"
  | "mobile-catalogue.png"
  | "mobile-checkout.png"
  | "mobile-unreachable.png"
  | "order-export.png"
  | "payment-unavailable.png"
  | "search-nothing-found.png"
  | "search-nothing-found.trace.zip"
  | "unreachable.png"
  | "voucher-total.png"
  | "voucher-total.trace.zip";

/** Reason why tests fail. Its message only varies in the details that vary in reality. */
export interface Cause {
  readonly id: string;
  /** Class of the error, for tools that report it. */
  readonly type: string;
  /**
   * Returns the error as printed by the tool, with colours.
   *
   * @param number Five digits that vary between occurrences, such as an order, a port or a session.
   */
  readonly message: (test: DemoTest, number: number) => string;
  /** Source lines: the one before the failure and the failing one. */
  readonly statements: readonly [before: string, failing: string];
  /** Stack frames above those of the test, innermost first. */
  readonly frames?: readonly string[];
  /** Step in which the test fails. Absent if it fails after all steps. */
  readonly step?: "first" | "last";
  /** Time from the start of an attempt to the failure, in milliseconds. */
  readonly takesMs: number;
  readonly timedOut?: true;
  readonly picture?: Recorded;
  /** Trace of the first retry. */
  readonly trace?: Recorded;
  readonly output?: (number: number) => string;
}
