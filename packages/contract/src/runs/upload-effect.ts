import { z } from "zod";

/** What became of an upload's results beside those of other uploads of its run. Counts are tests. */
export const UploadEffect = z.object({
  /** Ran again what an earlier upload had. */
  reran: z.number().int(),
  /** Of those, tests that failed before and pass now. */
  recovered: z.number().int(),
  /** Ran again by a later upload. */
  superseded: z.number().int(),
  /** Another upload reports the same execution. */
  copies: z.number().int(),
  /** Skipped here and run by another upload. */
  leftOut: z.number().int(),
  /** Where it ran, where that is part of the names of its tests: `net8.0`, `packages/admin`. */
  place: z.string().nullable(),
  /** Files that had broken off or failed outside their tests, and that this one repeats. */
  repeats: z.array(z.string()),
  /** The later file that repeats this one. */
  repeatedBy: z.string().nullable(),
});
export type UploadEffect = z.infer<typeof UploadEffect>;
