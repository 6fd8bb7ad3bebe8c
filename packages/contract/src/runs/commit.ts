import { z } from "zod";

/** Full or abbreviated hash of a commit. */
export const Commit = z.string().regex(/^[0-9a-f]{7,64}$/, "A commit has 7 to 64 hexadecimal digits");
