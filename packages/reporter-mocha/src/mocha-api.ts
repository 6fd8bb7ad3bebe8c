import type { EventEmitter } from "node:events";
import { mochaError } from "@plumb/formats/mocha-error/mocha-error.ts";
import type { ErrorRecord } from "@plumb/formats/results/test-record.ts";

// Part of Mocha's API that reporters use, in all versions since 6.

export interface MochaSuite {
  readonly title?: string;
  readonly file?: string;
  readonly parent?: MochaSuite | null;
  /** Absent in parallel mode. */
  readonly suites?: readonly MochaSuite[];
  readonly tests?: readonly MochaTest[];
  readonly hasOnly?: () => boolean;
}

export interface MochaTest {
  readonly title: string;
  readonly type?: string;
  readonly file?: string;
  readonly parent?: MochaSuite | null;
  readonly duration?: number;
  readonly pending?: boolean;
  readonly fullTitle?: () => string;
}

export type MochaRunner = EventEmitter & {
  readonly suite: MochaSuite;
  readonly linkPartialObjects?: (link: boolean) => unknown;
};

/** Options passed to a reporter, from `--reporter-option` and the configuration files. */
export interface MochaOptions {
  readonly reporterOptions?: Readonly<Record<string, unknown>>;
  readonly reporterOption?: Readonly<Record<string, unknown>>;
  readonly grep?: unknown;
  readonly invert?: unknown;
  /** If set, Mocha itself fails the tests that a failed hook prevented. */
  readonly failHookAffectedTests?: unknown;
}

/** Yields all tests of a suite in execution order. */
export function* testsOf(suite: MochaSuite): Generator<MochaTest> {
  yield* suite.tests ?? [];
  for (const inner of suite.suites ?? []) yield* testsOf(inner);
}

/** Returns the suites from the outermost to the innermost. The outermost has no title. */
export function suitesOf({ parent }: MochaTest): MochaSuite[] {
  const suites: MochaSuite[] = [];
  for (let suite = parent ?? null; suite !== null; suite = suite.parent ?? null) suites.unshift(suite);
  return suites;
}

/** Converts a thrown value, which may have any type, to an error record. */
export function errorOf(thrown: unknown): ErrorRecord {
  if (!(thrown instanceof Error)) return mochaError(thrown) ?? { message: String(thrown) };
  const { name, message, stack } = thrown;
  return { message: message === "" ? name : message, stack, type: name };
}
