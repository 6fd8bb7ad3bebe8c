import type { ReadError } from "#errors/read-error.ts";
import type { SubClass } from "#classification/taxonomy.ts";
import type { Tool } from "./suggested-fixes.ts";

/** A step for certain failures. `{target}` and the like stand for what the error names. */
export interface Fix {
  readonly for: readonly SubClass[];
  readonly tools?: readonly Tool[];
  readonly where?: (error: ReadError) => boolean;
  readonly text: string;
  readonly code?: string;
}
