import { junitMeanings } from "#junit/meanings.ts";
import type { Meaning } from "#meanings.ts";

/** The rows of each format, by its id. */
export const meaningsByFormat: Readonly<Record<string, readonly Meaning[]>> = {
  junit: junitMeanings,
};
