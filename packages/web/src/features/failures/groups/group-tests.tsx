import type { FailureGroupDetails } from "@plumb/contract/failures/failures.ts";
import { Link } from "@tanstack/react-router";
import { type FailureSearch, narrowed } from "#lib/address/failure-search.ts";
import { cut, formatCount } from "#lib/format/format.ts";
import styles from "./group-details.module.css";

/** The specification requires the first ten. */
const shownTests = 10;

interface GroupTestsProps {
  readonly group: FailureGroupDetails;
  readonly search: FailureSearch;
}

/** Tests that fail because of a cause, each with a link to its last failure. */
export function GroupTests({ group: { id, memberTests, testCount }, search }: GroupTestsProps) {
  const shown = memberTests.slice(0, shownTests);
  const others = Math.max(0, testCount - shown.length);
  return (
    <>
      <h2>{`Tests (${formatCount(testCount)})`}</h2>
      <ul className={styles["tests"]} aria-label="Member tests">
        {shown.map((test) => (
          <li key={test.id}>
            <Link to="/reports/$reportId" params={{ reportId: String(test.runId) }} search={{ result: test.id }}>
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
    </>
  );
}
