import type { FailureGroupDetails } from "@plumb/contract/failures/failures.ts";
import { Link } from "@tanstack/react-router";
import { type FailureSearch, narrowed } from "#lib/address/failure-search.ts";
import type { TestGridSearch } from "#lib/address/test-grid-search.ts";
import { cut, formatCount } from "#lib/format/format.ts";
import styles from "./group-details.module.css";

/** The specification requires the first ten. */
const visibleTests = 10;

interface GroupTestsProps {
  readonly group: FailureGroupDetails;
  readonly search: FailureSearch;
}

/** Tests that fail because of a cause, each with a link to its last failure. */
export function GroupTests({ group, search }: GroupTestsProps) {
  const { id, memberTests, testCount } = group;
  const visible = memberTests.slice(0, visibleTests);
  const others = Math.max(0, testCount - visible.length);
  return (
    <>
      <h2>{`Tests (${formatCount(testCount)})`}</h2>
      <ul className={styles["tests"]} aria-label="Member tests">
        {visible.map((test) => (
          <li key={test.id}>
            <Link
              to="/reports/$reportId"
              params={{ reportId: String(test.runId) }}
              search={{ result: test.id }}
              data-open-row
            >
              <bdi dir="auto">{cut(test.testName, 300)}</bdi>
            </Link>
          </li>
        ))}
        {others > 0 && (
          <li>
            <Link
              to="/defects"
              search={narrowed(search, { tab: "tests", cause: id, state: undefined, class: undefined })}
            >
              {`and ${formatCount(others)} more`}
            </Link>
          </li>
        )}
      </ul>
      {testCount > 0 && (
        <p className={styles["tests"]}>
          <Link to="/tests/grid" search={gridOfCause(group)}>
            Show these tests and their runs as a grid
          </Link>
        </p>
      )}
    </>
  );
}

/** Runs of the suites in which the cause occurred. */
function gridOfCause({ id, suites }: FailureGroupDetails): TestGridSearch {
  const suite = suites.map(({ suiteName }) => suiteName);
  return { cause: id, color: "cause", ...(suite.length > 0 && { suite }) };
}
