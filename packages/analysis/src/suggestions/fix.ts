import type { ReadError } from "#errors/read-error.ts";
import type { SubClass } from "#classification/taxonomy.ts";

/** Frameworks whose suggestions need different wording. */
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

/** A suggestion for certain failures. Placeholders such as `{target}` are replaced by values of the error. */
export interface Fix {
  readonly for: readonly SubClass[];
  readonly tools?: readonly Tool[];
  readonly where?: (error: ReadError) => boolean;
  readonly text: string;
  readonly code?: string;
}
