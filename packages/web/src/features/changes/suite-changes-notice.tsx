import { caughtText, suiteChangeCounts, suiteChangeTitles } from "@plumb/contract/runs/suite-change-text.ts";
import type { LostSuiteTest, SuiteChanges, SuiteTest } from "@plumb/contract/runs/suite-changes.ts";
import { IconListDetails } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { cut, formatCount } from "#lib/format/format.ts";
import { FoldedNotice } from "#ui/feedback/folded-notice.tsx";
import styles from "./suite-changes-notice.module.css";

interface SuiteChangesNoticeProps {
  readonly baseId: number;
  readonly headId: number;
  readonly changes: SuiteChanges;
}

/** Removed, newly skipped and renamed tests of a report compared with its base. Expands on demand; absent without such tests. */
export function SuiteChangesNotice({ baseId, headId, changes }: SuiteChangesNoticeProps) {
  const counts = suiteChangeCounts(changes);
  if (counts.length === 0) return null;
  const { removed, newlySkipped, renamed } = changes;
  return (
    <FoldedNotice
      icon={IconListDetails}
      title="Suite changes"
      tone={removed.count + newlySkipped.count > 0 ? "warning" : "plain"}
      beside={<span className={styles["counts"]}>{counts.join(", ")}</span>}
    >
      <div className={styles["lists"]}>
        <TestList title={suiteChangeTitles.removed} count={removed.count}>
          {lostTests(removed.tests, baseId)}
        </TestList>
        <TestList title={suiteChangeTitles.newlySkipped} count={newlySkipped.count}>
          {lostTests(newlySkipped.tests, headId)}
        </TestList>
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

interface TestListProps {
  readonly title: string;
  /** Total number; the list may contain only the first tests. */
  readonly count: number;
  readonly children: readonly ReactNode[];
}

function TestList({ title, count, children }: TestListProps) {
  if (count === 0) return null;
  return (
    <section>
      <h2>{`${title} (${formatCount(count)})`}</h2>
      <ul>
        {children}
        {count > children.length && <li>{`and ${formatCount(count - children.length)} more`}</li>}
      </ul>
    </section>
  );
}

function TestLink({ test, reportId }: { readonly test: SuiteTest; readonly reportId: number }) {
  return (
    <Link to="/reports/$reportId" params={{ reportId: String(reportId) }} search={{ result: test.resultId }}>
      {nameOf(test)}
    </Link>
  );
}

/** Maximum length of a name. */
const maxName = 300;

function nameOf({ file, titlePath, variant }: SuiteTest): string {
  const name = [...(file === null ? [] : [file]), ...titlePath].join(" › ");
  return `${cut(name, maxName)}${variant === "" ? "" : ` (${cut(variant, 60)})`}`;
}
