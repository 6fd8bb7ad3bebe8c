import {
  caughtText,
  fewerAssertionsText,
  isLoss,
  raisedText,
  suiteChangeCounts,
  suiteChangeTitles,
} from "@plumb/contract/runs/suite-change-text.ts";
import type { LostSuiteTest, SuiteChanges, SuiteTest } from "@plumb/contract/runs/suite-changes.ts";
import { IconListDetails } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { cut, formatCount } from "#lib/format/format.ts";
import { FoldedNotice } from "#ui/feedback/folded-notice.tsx";
import { PageLink } from "#ui/text/page-link.tsx";
import styles from "./suite-changes-notice.module.css";

interface SuiteChangesNoticeProps {
  readonly baseId: number;
  readonly headId: number;
  readonly changes: SuiteChanges;
}

/** Removed, newly skipped, less strict and renamed tests of a report compared with its base. Expands on demand; absent without such tests. */
export function SuiteChangesNotice({ baseId, headId, changes }: SuiteChangesNoticeProps) {
  const counts = suiteChangeCounts(changes);
  if (counts.length === 0) return null;
  const { removed, newlySkipped, fewerAssertions, renamed } = changes;
  return (
    <FoldedNotice
      icon={IconListDetails}
      title="Suite changes"
      tone={isLoss(changes) ? "warning" : "plain"}
      beside={<span className={styles["counts"]}>{counts.join(", ")}</span>}
    >
      <div className={styles["lists"]}>
        <TestList title={suiteChangeTitles.removed} count={removed.count}>
          {lostTests(removed.tests, baseId)}
        </TestList>
        <TestList title={suiteChangeTitles.newlySkipped} count={newlySkipped.count}>
          {lostTests(newlySkipped.tests, headId)}
        </TestList>
        <TestList title={suiteChangeTitles.fewerAssertions} count={fewerAssertions.count}>
          {fewerAssertions.tests.map((test) => (
            <li key={test.resultId}>
              <TestLink test={test} reportId={headId} />
              {` ${fewerAssertionsText(test)}`}
            </li>
          ))}
        </TestList>
        <RaisedLimits kind="raisedRetries" changes={changes} headId={headId} />
        <RaisedLimits kind="raisedTimeouts" changes={changes} headId={headId} />
        <TestList title={suiteChangeTitles.renamed} count={renamed.count}>
          {renamed.tests.map(({ before, after }) => (
            <li key={after.testId}>
              <span className={styles["before"]}>{nameOf(before)}</span>
              {" → "}
              <TestLink test={after} reportId={headId} />
            </li>
          ))}
        </TestList>
      </div>
    </FoldedNotice>
  );
}

function lostTests(tests: readonly LostSuiteTest[], reportId: number): readonly ReactNode[] {
  return tests.map((test) => (
    <li key={test.testId}>
      <TestLink test={test} reportId={reportId} />
      {test.caught > 0 && <span className={styles["caught"]}>{caughtText(test)}</span>}
    </li>
  ));
}

interface RaisedLimitsProps {
  readonly kind: "raisedRetries" | "raisedTimeouts";
  readonly changes: SuiteChanges;
  readonly headId: number;
}

function RaisedLimits({ kind, changes, headId }: RaisedLimitsProps) {
  const { count, limits } = changes[kind];
  const listed = limits.reduce((sum, limit) => sum + limit.count, 0);
  return (
    <TestList title={suiteChangeTitles[kind]} count={count} more={count - listed}>
      {limits.map((limit) => (
        <li key={`${limit.before} ${limit.after} ${limit.variant}`}>
          <ResultLink reportId={headId} resultId={limit.test.resultId}>
            {raisedText(kind, limit, {
              variant: cut(limit.variant, maxVariant),
              name: nameOf({ ...limit.test, variant: "" }),
            })}
          </ResultLink>
        </li>
      ))}
    </TestList>
  );
}

interface TestListProps {
  readonly title: string;
  /** Total number; the list may contain only the first tests. */
  readonly count: number;
  /** Number of tests that are not listed. */
  readonly more?: number;
  readonly children: readonly ReactNode[];
}

function TestList({ title, count, children, more = count - children.length }: TestListProps) {
  if (count === 0) return null;
  return (
    <section>
      <h2>{`${title} (${formatCount(count)})`}</h2>
      <ul>
        {children}
        {more > 0 && <li>{`and ${formatCount(more)} more`}</li>}
      </ul>
    </section>
  );
}

function TestLink({ test, reportId }: { readonly test: SuiteTest; readonly reportId: number }) {
  return (
    <ResultLink reportId={reportId} resultId={test.resultId}>
      {nameOf(test)}
    </ResultLink>
  );
}

interface ResultLinkProps {
  readonly reportId: number;
  readonly resultId: number;
  readonly children: string;
}

function ResultLink({ reportId, resultId, children }: ResultLinkProps) {
  return (
    <PageLink to="/reports/$reportId" params={{ reportId: String(reportId) }} search={{ result: resultId }}>
      {children}
    </PageLink>
  );
}

/** Maximum length of a name, and of a variant. */
const maxName = 300;
const maxVariant = 60;

function nameOf({ file, titlePath, variant }: SuiteTest): string {
  const name = [...(file === null ? [] : [file]), ...titlePath].join(" › ");
  return `${cut(name, maxName)}${variant === "" ? "" : ` (${cut(variant, maxVariant)})`}`;
}
