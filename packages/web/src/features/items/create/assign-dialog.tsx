import type { Member } from "@plumb/contract/projects/members.ts";
import { Alert, Button, Group, Skeleton, Stack, Textarea, TextInput } from "@mantine/core";
import { itemLimits } from "@plumb/contract/items/item-labels.ts";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { refusalText } from "#lib/api/error-text.ts";
import { counted, cut } from "#lib/format/format.ts";
import { memberName } from "#lib/session/member-label.ts";
import { FormDialog } from "#ui/form/form-dialog.tsx";
import { AssigneeSelect } from "#features/items/assignee-select.tsx";
import { assigneesQuery } from "#features/items/items.queries.ts";
import { useToday } from "#features/items/use-today.ts";
import { type AssignedSubject, suggestedMember, useAssign } from "./assign.ts";
import { dueDays } from "./due-days.ts";

interface AssignDialogProps {
  readonly projectId: number;
  /** `undefined` while loading. */
  readonly subjects: readonly AssignedSubject[] | undefined;
  /** Names of owners and authors, most likely first. */
  readonly suggested: readonly string[];
  readonly userId: number | undefined;
  readonly onClose: () => void;
  /** Gets the name of the assignee; `null` if there is none. */
  readonly onAssigned?: (assignee: string | null) => void;
  /** Field that gets the focus instead of the button that assigns. */
  readonly first?: "due" | "note" | undefined;
}

/** Dialog that assigns failures to a member, with a due date and a note. Creates an analysis item for each. */
export function AssignDialog({ subjects, ...props }: AssignDialogProps) {
  const members = useQuery(assigneesQuery(props.projectId));
  const [first] = subjects ?? [];
  const title =
    first === undefined || subjects?.length === 1
      ? `Assign ${cut(first?.title ?? "", 60)}`
      : `Assign ${counted(subjects?.length ?? 0, "failure")}`;
  const ready = subjects !== undefined && (members.data !== undefined || members.isError);
  return (
    <FormDialog opened centered onClose={props.onClose} title={title} transitionProps={{ duration: 120 }}>
      {ready ? (
        <AssignForm {...props} subjects={subjects} members={members.data ?? []} membersError={members.error} />
      ) : (
        <Skeleton height={330} animate={false} aria-busy />
      )}
    </FormDialog>
  );
}

interface AssignFormProps extends AssignDialogProps {
  readonly subjects: readonly AssignedSubject[];
  readonly members: readonly Member[];
  readonly membersError: Error | null;
}

function AssignForm(props: AssignFormProps) {
  const { projectId, subjects, suggested, userId, members, membersError, onClose, onAssigned, first } = props;
  const isSingle = subjects.length === 1;
  const [assignedTo, setAssignedTo] = useState(() => suggestedMember(suggested, members));
  const [dueDate, setDueDate] = useState("");
  const [message, setMessage] = useState(isSingle ? (subjects[0]?.message ?? "") : "");
  // The dialog opens before the form is loaded, and Enter assigns.
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>(`[data-first=${first ?? "submit"}]`)?.focus(), [first]);
  const today = useToday();
  const early = dueDate !== "" && dueDate < today;
  const assign = useAssign(projectId);
  // Subjects with an item, after an error.
  const [created, setCreated] = useState(0);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (early || assign.isPending) return;
    const assignee = members.find(({ id }) => String(id) === assignedTo);
    const rest = { subjects: subjects.slice(created), assignedTo, assignee, dueDate, message, isSingle };
    assign.mutate(rest, {
      onSuccess: (outcome) => {
        setCreated(created + outcome.created);
        if (outcome.error !== null) return;
        onAssigned?.(assignee === undefined ? null : memberName(assignee));
        onClose();
      },
    });
  };
  return (
    <form ref={form} onSubmit={send} noValidate aria-label="Assign">
      <Stack gap="sm">
        {assign.data !== undefined && assign.data.error !== null && (
          <Alert color="red" title={`${created} of ${subjects.length} assigned`}>
            {refusalText(assign.data.error, "Failed to create annotation")} Press Assign to try the rest again.
          </Alert>
        )}
        <AssigneeSelect
          members={members}
          membersError={membersError}
          userId={userId}
          value={assignedTo}
          onChange={setAssignedTo}
        />
        <DueDate today={today} value={dueDate} onChange={setDueDate} />
        <Textarea
          label="Note"
          data-first="note"
          description={isSingle ? undefined : "Each item also has the error of its failure and a link to it."}
          rows={isSingle ? 7 : 3}
          maxLength={itemLimits.message - (isSingle ? 0 : messageRoom)}
          value={message}
          onChange={({ currentTarget }) => setMessage(currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button data-first="submit" type="submit" loading={assign.isPending} disabled={early}>
            Assign
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Characters of a message that the note leaves for the error and the link. */
const messageRoom = 2000;

interface DueDateProps {
  readonly today: string;
  /** `2030-01-31`, or empty. */
  readonly value: string;
  readonly onChange: (day: string) => void;
}

/** Field for a due date, with buttons for the next days. */
function DueDate({ today, value, onChange }: DueDateProps) {
  return (
    <Group gap={6} align="end" wrap="nowrap">
      <TextInput
        type="date"
        data-first="due"
        style={{ flex: 1 }}
        label="Due Date"
        min={today}
        value={value}
        error={value !== "" && value < today ? "Due date cannot be earlier than today" : undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {dueDays(today).map(({ label, day }) => (
        <Button
          key={label}
          px={10}
          variant={value === day ? "light" : "default"}
          aria-pressed={value === day}
          onClick={() => onChange(value === day ? "" : day)}
        >
          {label}
        </Button>
      ))}
    </Group>
  );
}
