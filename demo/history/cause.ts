import type { DemoTest } from "./catalogue.ts";

/** Recorded in a real browser by `demo/recording`; kept in `demo/recorded`. */
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

/** Why tests fail. The same words each time, but for what differs from one occurrence to the next in reality too. */
export interface Cause {
  readonly id: string;
  /** Class of the error where the tool names it. */
  readonly type: string;
  /**
   * The error as the tool prints it, with its colours.
   *
   * @param number Five digits that differ from occurrence to occurrence: an order, a port, a session.
   */
  readonly message: (test: DemoTest, number: number) => string;
  /** Source lines of the test: the one before, and the one that fails. */
  readonly statements: readonly [before: string, failing: string];
  /** Stack frames above the test's own, innermost first. */
  readonly frames?: readonly string[];
  /** The step of the test that it fails in; without it, after all of them. */
  readonly step?: "first" | "last";
  /** From the start of an attempt to the failure, in milliseconds. */
  readonly takesMs: number;
  readonly timedOut?: true;
  readonly picture?: Recorded;
  /** Of the first retry. */
  readonly trace?: Recorded;
  readonly output?: (number: number) => string;
}
