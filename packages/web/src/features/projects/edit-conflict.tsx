import { Alert, Button, Group, Table, Text } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { fieldLabels, type Merge, displayValue } from "./project-draft.ts";
import styles from "./edit-conflict.module.css";

interface EditConflictProps {
  readonly merge: Merge;
  readonly saving: boolean;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
}

/** Shows the user's and another user's version of a project to choose from. */
export function EditConflict({ merge, saving, onKeepMine, onTakeTheirs }: EditConflictProps) {
  const { contested, onlyTheirs } = merge;
  return (
    <Alert
      color="yellow"
      variant="light"
      role="alert"
      icon={<IconUsers size={18} />}
      title="Another user changed this project"
      styles={{ title: { color: "var(--ink)" } }}
    >
      <Text>Your changes have not been saved.</Text>
      {contested.length > 0 && (
        <Table className={styles["table"] ?? ""} verticalSpacing={4} horizontalSpacing={8} mt="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Field</Table.Th>
              <Table.Th>Theirs</Table.Th>
              <Table.Th>Yours</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {contested.map((field) => (
              <Table.Tr key={field}>
                <Table.Th scope="row">{fieldLabels[field]}</Table.Th>
                <Table.Td>{displayValue(merge.theirs, field)}</Table.Td>
                <Table.Td>{displayValue(merge.mine, field)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {onlyTheirs.length > 0 && (
        <Text mt="xs">{`They also changed other fields, which are kept either way: ${onlyTheirs
          .map((field) => `${fieldLabels[field]} (${displayValue(merge.theirs, field)})`)
          .join(", ")}.`}</Text>
      )}
      <Group gap="sm" mt="sm">
        <Button size="xs" variant="default" onClick={onTakeTheirs} disabled={saving}>
          {contested.length > 0 ? "Use theirs" : "Discard mine"}
        </Button>
        <Button size="xs" onClick={onKeepMine} loading={saving}>
          {contested.length > 0 ? "Keep mine" : "Save mine as well"}
        </Button>
      </Group>
    </Alert>
  );
}
