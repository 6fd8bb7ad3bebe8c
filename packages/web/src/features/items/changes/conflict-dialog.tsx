import { Button, Group, Modal, Table, Text } from "@mantine/core";
import type { ItemSubject } from "@plumb/contract/items/annotations.ts";
import { priorityLabels, statusLabels, typeLabels } from "@plumb/contract/items/item-labels.ts";
import { useFocusBefore } from "#lib/keys/returned-focus.ts";
import { formatCalendarDay } from "#lib/format/format.ts";
import type { ItemConflict } from "./item-actions.ts";
import styles from "./conflict-dialog.module.css";

interface ConflictDialogProps {
  readonly conflict: ItemConflict;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
  readonly onLeave: () => void;
}

/** Shows the user's and another user's version of an item to choose from. */
export function ConflictDialog({ conflict, onKeepMine, onTakeTheirs, onLeave }: ConflictDialogProps) {
  useFocusBefore();
  return (
    <Modal
      opened
      centered
      size="lg"
      onClose={onLeave}
      title="Another user changed this item"
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <Text>Your change has not been saved.</Text>
      <Table verticalSpacing={4} horizontalSpacing={8} mt="xs" className={styles["versions"]}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Field</Table.Th>
            <Table.Th>Theirs</Table.Th>
            <Table.Th>Yours</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {contested(conflict).map(([field, theirs, yours]) => (
            <Table.Tr key={field}>
              <Table.Th scope="row">{field}</Table.Th>
              <Table.Td>
                <bdi>{theirs}</bdi>
              </Table.Td>
              <Table.Td>
                <bdi>{yours}</bdi>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Group gap="sm" mt="md" justify="flex-end">
        <Button variant="default" onClick={onTakeTheirs}>
          Use theirs
        </Button>
        <Button onClick={onKeepMine}>Keep mine</Button>
      </Group>
    </Modal>
  );
}

/** Returns both versions of each field in conflict. */
function contested({ change, current }: ItemConflict): [field: string, theirs: string, yours: string][] {
  switch (change.kind) {
    case "status":
      return [["Status", statusLabels[current.status], statusLabels[change.status]]];
    case "undo":
      return [["Status", statusLabels[current.status], statusLabels[change.status]]];
    case "proposal":
      return [["Status", statusLabels[current.status], statusLabels[change.accept ? "resolved" : "closed"]]];
    case "assignment":
      return [["Assignee", current.assignee?.name ?? "Unassigned", change.name]];
    case "edit":
      return [
        ["Title", current.title, change.title],
        ["Description", current.message, change.message],
      ];
    case "subject":
      return [["About", subjectText(current.subject), change.subject.label]];
    case "details":
      return [
        ...(change.type === undefined ? [] : [row("Type", typeLabels[current.type], typeLabels[change.type])]),
        ...(change.priority === undefined
          ? []
          : [row("Priority", priorityLabels[current.priority], priorityLabels[change.priority])]),
        ...(change.dueDate === undefined ? [] : [row("Due date", day(current.due_date), day(change.dueDate))]),
        ...(change.tags === undefined ? [] : [row("Tags", current.tags.join(", "), change.tags.join(", "))]),
      ];
  }
  return change satisfies never;
}

function subjectText(subject: ItemSubject | null): string {
  if (subject === null) return "Nothing";
  const report = subject.runNumber === null ? null : `${subject.suite ?? ""} #${subject.runNumber}`;
  return (subject.kind === "group" ? subject.error : subject.test) ?? report ?? "";
}

function day(date: string | null): string {
  return date === null ? "None" : formatCalendarDay(date);
}

function row(field: string, theirs: string, yours: string): [string, string, string] {
  return [field, theirs, yours];
}
