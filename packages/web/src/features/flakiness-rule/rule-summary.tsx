import type { FlakinessRule } from "@plumb/contract/tests/flakiness-rule.ts";
import styles from "./flakiness-rule.module.css";

/** Describes the states of a test under this rule. */
export function RuleSummary({ rule }: { readonly rule: FlakinessRule }) {
  const { windowDays, minimumSample, activateAt, releaseAt, releaseAfterClean, brokenAfter, mostlyRedAt } = rule;
  return (
    <ul className={styles["words"]}>
      <li>
        <b>Flaky</b>
        {`: at least ${activateAt} % of its executions in the last ${windowDays} days passed only on retry, failed on a commit that also passed, or failed at most twice in a row on a main branch more than once. It needs ${minimumSample} executions.`}
      </li>
      <li>
        <b>Healthy again</b>
        {`: at ${releaseAt} % or less, or after ${releaseAfterClean} clean executions in a row.`}
      </li>
      <li>
        <b>Broken</b>
        {`: it failed ${brokenAfter} times in a row on a main branch (${rule.mainBranches.join(", ")}, and runs without a branch). Broken takes precedence over flaky.`}
      </li>
      <li>
        <b>Excluded</b>
        {`: failures in incidents, and in runs with at least 10 tests where ${mostlyRedAt} % or more failed.`}
      </li>
    </ul>
  );
}
