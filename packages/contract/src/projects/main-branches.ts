import { z } from "zod";

/** Default main branches of a project. */
export const defaultMainBranches: readonly string[] = ["main", "master", "trunk", "develop"];

/** Parses comma-separated branch names. */
export function branchNames(text: string): string[] {
  return [...new Set(text.split(",").map((name) => name.trim()))].filter((name) => name !== "");
}

/** Exact names of the branches that should always pass. Runs of other branches are compared with runs of these. */
export const MainBranches = z
  .array(z.string().trim().min(1).max(300))
  .min(1, "Enter at least one main branch")
  .max(50, "Enter at most 50 main branches");
