import { z } from "zod";

/** Default main branches of a project. */
export const defaultMainBranches: readonly string[] = ["main", "master", "trunk", "develop"];

/** Parses names separated by commas. */
export function branchNames(text: string): string[] {
  return [...new Set(text.split(",").map((name) => name.trim()))].filter((name) => name !== "");
}

/** Branches that are meant to be green, by their exact names. Runs of other branches are compared with theirs. */
export const MainBranches = z
  .array(z.string().trim().min(1).max(300))
  .min(1, "Name at least one main branch")
  .max(50, "Keep it to 50 main branches");
