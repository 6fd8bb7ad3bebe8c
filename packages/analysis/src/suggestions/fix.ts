import type { ReadError } from "#errors/read-error.ts";
import type { SubClass } from "#classification/taxonomy.ts";

/** Frameworks that need other words for the same thing. */
export type Tool =
  | "playwright"
  | "cypress"
  | "selenium"
  | "webdriverio"
  | "robot"
  | "pytest"
  | "javascript"
  | "java"
  | "other";

/** A step for certain failures. `{target}` and the like are replaced by values of the error. */
export interface Fix {
  readonly for: readonly SubClass[];
  readonly tools?: readonly Tool[];
  readonly where?: (error: ReadError) => boolean;
  readonly text: string;
  readonly code?: string;
}
