import { Button } from "@mantine/core";
import type { Annotation } from "@plumb/contract/items/annotations.ts";
import { statusLabels } from "@plumb/contract/items/item-labels.ts";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { cut } from "#lib/format/format.ts";
import { useFailureToast } from "#ui/feedback/failure-toast.ts";
import { FormDialog } from "#ui/form/form-dialog.tsx";
import { useCreateItem } from "#features/items/create/create-item.ts";
import { CreateItemForm } from "#features/items/create/create-item-form.tsx";
import { assigneesQuery, isOpen, type ItemSubjectIds, relatedItemsQuery, subjectItemsQuery } from "./items.queries.ts";
import styles from "./items.module.css";

interface SubjectItemsProps {
  readonly projectId: number;
  /** A result, a test or a cause. */
  readonly subject: ItemSubjectIds;
  /** Initial title. */
  readonly title: string;
  /** Current user; `undefined` while unknown. */
  readonly userId: number | undefined;
  readonly mayTriage: boolean;
  /** Includes items about the causes of the subject's failures. */
  readonly withCauses?: boolean;
  /** Size of the button. */
  readonly size?: "compact-sm" | "xs";
}

const requested = 20;

/** Line with the items about a subject, and a button to create one. */
export function SubjectItems({ mayTriage, ...props }: SubjectItemsProps) {
  return (
    <div className={styles["line"]}>
      <ItemsAbout {...props} />
      {mayTriage && <CreateItemButton {...props}>Create analysis item</CreateItemButton>}
    </div>
  );
}

/** Line with the items about a subject. */
export function ItemsAbout({
  projectId,
  subject,
  withCauses = false,
}: Pick<SubjectItemsProps, "projectId" | "subject" | "withCauses">) {
  const { data, error } = useQuery((withCauses ? relatedItemsQuery : subjectItemsQuery)(projectId, subject, requested));
  useFailureToast(error, "Failed to load annotations");
  return data === undefined ? null : <SubjectItemsLine items={data.annotations} withCauses={withCauses} />;
}

interface CreateItemButtonProps extends Omit<SubjectItemsProps, "mayTriage"> {
  readonly children: string;
}

/** Button with a dialog that creates an item about a subject. */
function CreateItemButton({ children, size = "compact-sm", ...props }: CreateItemButtonProps) {
  const [creating, setCreating] = useState(false);
  return (
    <>
      <Button
        size={size}
        variant="default"
        leftSection={<IconPlus size={13} aria-hidden />}
        aria-haspopup="dialog"
        aria-label="Create analysis item"
        title="Create analysis item"
        onClick={() => setCreating(true)}
      >
        {children}
      </Button>
      {creating && <CreateDialog {...props} onClose={() => setCreating(false)} />}
    </>
  );
}

interface SubjectItemsLineProps {
  readonly items: readonly Annotation[];
  /** Whether items may be about a cause of the subject instead of the subject itself. */
  readonly withCauses?: boolean;
}

/** Shows the first unfinished item, otherwise the newest one, and the number of other items. */
export function SubjectItemsLine({ items, withCauses = false }: SubjectItemsLineProps) {
  const open = items.filter(isOpen);
  const visible = open[0] ?? items[0];
  if (visible === undefined) return null;
  const more = items.length - 1;
  const details = [
    ...(open.length > 0 && visible.status !== "open" ? [statusLabels[visible.status]] : []),
    ...(visible.assignee === null ? [] : [`assigned to ${cut(visible.assignee.name, 60)}`]),
    ...(withCauses && visible.subject?.kind === "group" ? ["about the cause"] : []),
  ];
  return (
    <span>
      {`${open.length > 0 ? "Open item" : `${statusLabels[visible.status]} item`}: `}
      <Link to="/analysis" search={{ annotation: visible.id }}>
        <bdi>{cut(visible.title, 100)}</bdi>
      </Link>
      {details.length > 0 && ` (${details.join(", ")})`}
      {more > 0 && ` and ${more} more`}
    </span>
  );
}

/** Dialog that creates an item about a subject. */
function CreateDialog({
  projectId,
  subject,
  title,
  userId,
  onClose,
}: Omit<SubjectItemsProps, "mayTriage"> & { readonly onClose: () => void }) {
  const { data: members = [], error: membersError } = useQuery(assigneesQuery(projectId));
  const create = useCreateItem(projectId);
  return (
    <FormDialog opened centered onClose={onClose} title="Create Analysis Item" transitionProps={{ duration: 120 }}>
      <CreateItemForm
        members={members}
        membersError={membersError}
        userId={userId}
        busy={create.isPending}
        draft={{ title: cut(title, 200), type: "issue" }}
        onCancel={onClose}
        onCreate={(draft) => create.mutate({ draft, subject }, { onSuccess: onClose })}
      />
    </FormDialog>
  );
}
