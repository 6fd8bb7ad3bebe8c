import { Select } from "@mantine/core";
import type { Member } from "@plumb/contract/projects/members.ts";
import { assigneeChoices } from "./assignees.ts";
import { membersNote } from "./members-note.ts";

interface AssigneeSelectProps {
  readonly members: readonly Member[];
  /** Error if the members could not be loaded. */
  readonly membersError: Error | null;
  readonly userId: number | undefined;
  /** Id of a member; empty if unassigned. */
  readonly value: string;
  readonly onChange: (assignedTo: string) => void;
}

export function AssigneeSelect({ members, membersError, userId, value, onChange }: AssigneeSelectProps) {
  return (
    <Select
      label="Assign To"
      data={assigneeChoices(members, userId)}
      value={value}
      onChange={(assignedTo) => onChange(assignedTo ?? "")}
      allowDeselect={false}
      searchable={members.length > 10}
      description={membersNote(members, membersError)}
      inputWrapperOrder={["label", "input", "description"]}
    />
  );
}
