import { Skeleton } from "@mantine/core";
import type { Problem } from "@plumb/contract/runs/reports.ts";
import { IconAlertTriangle } from "@tabler/icons-react";
import { counted, cut } from "#lib/format/format.ts";
import { TextStart, FoldedNotice } from "#ui/feedback/folded-notice.tsx";
import { problemLabels } from "#ui/outcome/problem-labels.ts";
import styles from "#features/report/notice-list.module.css";

interface ProblemsNoticeProps {
  /** Total number; the list may contain only the first ones. */
  readonly count: number;
  /** `undefined` while loading. */
  readonly problems: readonly Problem[] | undefined;
}

/** Problems outside any test, shown above the tests. Expands on demand. */
export function ProblemsNotice({ count, problems }: ProblemsNoticeProps) {
  const list = problems ?? [];
  const serious = list.find(({ severity }) => severity !== "warning");
  return (
    <FoldedNotice
      icon={IconAlertTriangle}
      title={`${counted(count, "problem")} with this report`}
      tone={serious === undefined ? "warning" : "serious"}
      beside={list.length > 0 && <TextStart>{cut((serious ?? list[0])?.reason ?? "", 160)}</TextStart>}
    >
      {problems === undefined && <Skeleton height={36} m={12} width="auto" />}
      <ul className={styles["list"]}>
        {list.map((problem) => (
          <li key={problem.id}>
            <b>{problemLabels[problem.severity]}</b>
            <span>{cut(problem.reason, 2000)}</span>
            {problem.file !== null && (
              <code
                className={styles["facts"]}
              >{`${cut(problem.file, 200)}${problem.line === null ? "" : `:${problem.line}`}`}</code>
            )}
          </li>
        ))}
        {count > list.length && list.length > 0 && <li>{`Showing the first ${list.length}.`}</li>}
      </ul>
    </FoldedNotice>
  );
}
