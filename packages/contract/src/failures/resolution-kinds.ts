import type { FailureClass } from "./failure-classes.ts";

/** Classes of files in a repository, by how a change of them can end a failure. Changes of `ignored` files cannot. */
export const pathClasses = ["test", "application", "configuration", "data", "ignored"] as const;
export type PathClass = (typeof pathClasses)[number];

/** Kinds of changes that can resolve a cause, with the classes of failure that fit. If several fit, each of them counts as agreement. */
export const classesOfKind = {
  test: ["Automation Script Error"],
  // None of the changed files occurs in the error or is the file of a failed test, so something else may have ended the failure.
  "unrelated-test": ["Automation Script Error", "Environment Issue", "Test Data Issue"],
  application: ["Application Defect"],
  configuration: ["Environment Issue"],
  data: ["Test Data Issue"],
  "configuration-and-data": ["Environment Issue", "Test Data Issue"],
  // The environment or its data recovered, or the test is flaky.
  nothing: ["Environment Issue", "Test Data Issue", "Automation Script Error"],
} as const satisfies Readonly<Record<string, readonly FailureClass[]>>;

export type ResolutionKind = keyof typeof classesOfKind;
export const resolutionKinds = Object.keys(classesOfKind) as readonly ResolutionKind[];

/** Reasons why a cause has no label from the repository. */
export const unlabelledReasons = [
  /** Still fails, or its tests have not passed since. */
  "failing",
  /** Its tests always passed on retry. */
  "flaky",
  /** The commits in between, or some of their files, are not stored. */
  "unknown-commits",
  /** The failing commit is not an ancestor of the passing one. */
  "rewritten",
  /** The run or a commit belongs to a pull request, which anyone may have sent. */
  "pull-request",
  /** Files of several classes changed. */
  "mixed",
  /** A changed file has no class. */
  "unknown-paths",
] as const;
export type UnlabelledReason = (typeof unlabelledReasons)[number];
