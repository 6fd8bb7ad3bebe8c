import { Button, Group, Modal, Table, Text, VisuallyHidden } from "@mantine/core";
import type { ApiKey } from "@plumb/contract/api-keys.ts";
import { useState } from "react";
import { TimeAgo } from "#ui/time-ago.tsx";
import styles from "./api-keys-table.module.css";

/** Enough to recognise a key by. */
const shownPrefix = 20;

interface ApiKeysTableProps {
  readonly keys: readonly ApiKey[];
  readonly onRevoke: (keyId: number) => void;
}

/** The keys with their state; revoking asks first, since what uses the key stops at once. */
export function ApiKeysTable({ keys, onRevoke }: ApiKeysTableProps) {
  const [doomed, setDoomed] = useState<ApiKey | null>(null);
  if (keys.length === 0) {
    return (
      <Text c="dimmed" px={16} pb={16}>
        No keys yet. A key lets a CI job send reports to this project without a person's password.
      </Text>
    );
  }
  return (
    <>
      <Table verticalSpacing={8} horizontalSpacing={16} className={styles["keys"] ?? ""}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Key</Table.Th>
            <Table.Th>Created</Table.Th>
            <Table.Th>Last used</Table.Th>
            <Table.Th>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {keys.map((key) => (
            <Table.Tr key={key.id}>
              <Table.Td fw={550}>{key.name}</Table.Td>
              <Table.Td className={styles["prefix"] ?? ""}>{`${key.prefix.slice(0, shownPrefix)}…`}</Table.Td>
              <Table.Td data-label="Created">
                <TimeAgo moment={key.createdAt} />
              </Table.Td>
              <Table.Td data-label="Last used">
                {key.lastUsedAt === null ? "Never" : <TimeAgo moment={key.lastUsedAt} />}
              </Table.Td>
              <Table.Td className={styles["action"] ?? ""}>
                {key.revokedAt === null ? (
                  <Button
                    size="compact-sm"
                    variant="default"
                    onClick={() => setDoomed(key)}
                    aria-label={`Revoke ${key.name}`}
                  >
                    Revoke
                  </Button>
                ) : (
                  <Text c="dimmed" size="sm">
                    Revoked <TimeAgo moment={key.revokedAt} />
                  </Text>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Modal
        opened={doomed !== null}
        onClose={() => setDoomed(null)}
        title={`Revoke ${doomed?.name ?? ""}?`}
        centered
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <Text>Jobs that send reports with this key will be refused at once. This cannot be undone.</Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={() => setDoomed(null)}>
            Cancel
          </Button>
          <Button
            color="red.8"
            onClick={() => {
              if (doomed !== null) onRevoke(doomed.id);
              setDoomed(null);
            }}
          >
            Revoke key
          </Button>
        </Group>
      </Modal>
    </>
  );
}
