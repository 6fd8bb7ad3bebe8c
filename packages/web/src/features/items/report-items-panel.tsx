import { Badge, Skeleton } from "@mantine/core";
import type { Annotation } from "@plumb/contract/items/annotations.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { cut, formatCount } from "#lib/format/format.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { useFailureToast } from "#ui/feedback/failure-toast.ts";
import { SidePanel } from "#ui/layout/side-panel.tsx";
import { TimeAgo } from "#ui/text/time-ago.tsx";
import { type ItemDraft, useCreateItem } from "#features/items/create/create-item.ts";
import { CreateItemForm } from "#features/items/create/create-item-form.tsx";
import { ItemAbout } from "#features/items/detail/item-about.tsx";
import { DueMark, PriorityMark, StatusMark, TypeMark } from "#features/items/list/item-marks.tsx";
import { PersonName } from "#features/items/detail/item-person.tsx";
import { assigneesQuery, subjectItemsQuery } from "./items.queries.ts";
import { TestCaseSelect } from "./test-case-select.tsx";
import itemStyles from "./items.module.css";
import styles from "./report-items-panel.module.css";

interface ReportItemsPanelProps {
  readonly projectId: number;
  readonly reportId: number;
  readonly mayTriage: boolean;
  readonly userId: number | undefined;
  readonly onClose: () => void;
}

/** Panel with the analysis items of a report and a form for a new one. */
export function ReportItemsPanel({ projectId, reportId, mayTriage, userId, onClose }: ReportItemsPanelProps) {
  const items = useQuery(subjectItemsQuery(projectId, { testRunId: reportId }));
  useFailureToast(items.error, "Failed to load annotations", "Failed to load annotations: ");
  const { data: members = [], error: membersError } = useQuery(assigneesQuery(projectId));
  const create = useCreateItem(projectId);
  const [testCaseId, setTestCaseId] = useState<number | null>(null);
  // Resets the form, including its search.
  const [forms, setForms] = useState(0);
  const onCreate = (draft: ItemDraft, onCreated: () => void) =>
    create.mutate(
      { draft, subject: { testRunId: reportId, ...(testCaseId !== null && { testCaseId }) } },
      {
        onSuccess: () => {
          onCreated();
          setTestCaseId(null);
          setForms((before) => before + 1);
        },
      },
    );
  return (
    <SidePanel
      title="Analysis Activity"
      width="24rem"
      badge={items.data !== undefined && <Badge color="gray">{formatCount(items.data.total)}</Badge>}
      onClose={onClose}
    >
      <div className={itemStyles["detail"]}>
        {mayTriage && (
          <section>
            <h3>Create Analysis Item</h3>
            <CreateItemForm
              members={members}
              membersError={membersError}
              userId={userId}
              busy={create.isPending}
              onCreate={onCreate}
              subject={<TestCaseSelect key={forms} reportId={reportId} value={testCaseId} onChange={setTestCaseId} />}
            />
          </section>
        )}
        <section>
          <h3>Items of this report</h3>
          {items.data === undefined ? (
            items.error === null ? (
              <Skeleton height={120} animate={false} />
            ) : (
              <ErrorPanel
                error={items.error}
                fallback="Failed to load annotations"
                onRetry={() => void items.refetch()}
              />
            )
          ) : (
            <ReportItemList
              items={items.data.annotations}
              total={items.data.total}
              reportId={reportId}
              userId={userId}
            />
          )}
        </section>
      </div>
    </SidePanel>
  );
}

interface ReportItemListProps {
  readonly userId?: number | undefined;
  readonly items: readonly Annotation[];
  readonly total: number;
  readonly reportId: number;
}

export function ReportItemList({ items, total, reportId, userId }: ReportItemListProps) {
  if (items.length === 0) return <p className={itemStyles["quiet"]}>No analysis items yet</p>;
  return (
    <>
      <ul className={styles["reportList"]}>
        {items.map((item) => (
          <li key={item.id}>
            <Link to="/analysis" search={{ annotation: item.id }} className={itemStyles["title"]}>
              <bdi>{cut(item.title, 160)}</bdi>
            </Link>
            <p className={itemStyles["excerpt"]} dir="auto">
              {cut(item.message, 200)}
            </p>
            <div className={itemStyles["under"]}>
              <StatusMark of={item.status} />
              <TypeMark of={item.type} />
              <PriorityMark of={item.priority} />
              <DueMark item={item} />
            </div>
            <div className={`${itemStyles["under"]} ${itemStyles["quiet"]}`}>
              {item.subject !== null && item.subject.kind !== "run" && (
                <span>
                  <ItemAbout subject={item.subject} />
                </span>
              )}
              {item.assignee !== null && <PersonName person={item.assignee} userId={userId} />}
              <TimeAgo timestamp={item.created_at} />
            </div>
          </li>
        ))}
      </ul>
      {total > items.length && (
        <Link to="/analysis" search={{ run: reportId }}>{`Show all ${formatCount(total)}`}</Link>
      )}
    </>
  );
}
