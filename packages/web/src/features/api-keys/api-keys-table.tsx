import { Button, Group, Modal, Table, Text } from "@mantine/core";
import type { ApiKey } from "@plumb/contract/projects/api-keys.ts";
import { useState } from "react";
import styles from "./api-keys-table.module.css";
import { keyState } from "./key-expiry.ts";
import { scopeLabels } from "./key-scopes.ts";
import { formatDay, formatTimestamp } from "#lib/format/format.ts";
import { CardTable } from "#ui/list/card-table.tsx";
import { useNow } from "#ui/text/now.ts";
import { TimeAgo } from "#ui/text/time-ago.tsx";
import { useFocusBefore } from "#lib/keys/returned-focus.ts";

interface ApiKeysTableProps {
  readonly keys: readonly ApiKey[];
  readonly onRevoke: (keyId: number) => void;
}

/** Table of keys with their state. Revoking needs a confirmation, because it takes effect immediately. */
export function ApiKeysTable({ keys, onRevoke }: ApiKeysTableProps) {
  const [doomed, setDoomed] = useState<ApiKey | null>(null);
  const [asking, setAsking] = useState(false);
  useFocusBefore(asking);
  if (keys.length === 0) {
    return (
      <Text c="dimmed" px={16} pb={16}>
        No API keys yet. CI jobs use an API key to send reports to this project.
      </Text>
    );
  }
  return (
    <>
      <CardTable actions horizontalSpacing={16} columns={["Name", "Key", "Scopes", "Created", "Last used", "Expires"]}>
        {keys.map((key) => (
          <KeyRow
            key={key.id}
            apiKey={key}
            onRevoke={() => {
              setDoomed(key);
              setAsking(true);
            }}
          />
        ))}
      </CardTable>
      <Modal
        opened={asking}
        onClose={() => setAsking(false)}
        title={`Revoke ${doomed?.name ?? ""}?`}
        centered
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <Text>Requests that use this key will be rejected. This cannot be undone.</Text>
        {doomed !== null && doomed.lastUsedAt !== null && (
          <Text mt="xs">
            {"It was last used "}
            <TimeAgo timestamp={doomed.lastUsedAt} />.
          </Text>
        )}
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={() => setAsking(false)}>
            Cancel
          </Button>
          <Button
            color="red.8"
            onClick={() => {
              if (doomed !== null) onRevoke(doomed.id);
              setAsking(false);
            }}
          >
            Revoke key
          </Button>
        </Group>
      </Modal>
    </>
  );
}

function KeyRow({ apiKey, onRevoke }: { readonly apiKey: ApiKey; readonly onRevoke: () => void }) {
  const state = keyState(apiKey, useNow());
  return (
    <Table.Tr>
      <Table.Td data-part="name" fw="var(--mantine-font-weight-bold)">
        {apiKey.name}
      </Table.Td>
      <Table.Td className={styles["prefix"] ?? ""}>{`${apiKey.prefix}…`}</Table.Td>
      <Table.Td data-label="Scopes">{apiKey.scopes.map((scope) => scopeLabels[scope].word).join(", ")}</Table.Td>
      <Table.Td data-label="Created">
        <TimeAgo timestamp={apiKey.createdAt} />
        {apiKey.createdBy !== null && (
          <Text c="dimmed" size="xs">
            {`by ${apiKey.createdBy.name}${apiKey.createdBy.mayManage ? "" : " (no longer a lead)"}`}
          </Text>
        )}
      </Table.Td>
      <Table.Td data-label="Last used">
        {apiKey.lastUsedAt === null ? "Never" : <TimeAgo timestamp={apiKey.lastUsedAt} />}
      </Table.Td>
      <Table.Td data-label="Expires">
        {apiKey.expiresAt === null ? (
          "Never"
        ) : (
          <time dateTime={apiKey.expiresAt} title={formatTimestamp(apiKey.expiresAt)}>
            {formatDay(apiKey.expiresAt)}
          </time>
        )}
      </Table.Td>
      <Table.Td data-part="actions">
        {state === "live" && (
          <Button size="compact-sm" variant="default" onClick={onRevoke} aria-label={`Revoke ${apiKey.name}`}>
            Revoke
          </Button>
        )}
        {state === "expired" && (
          <Text c="dimmed" size="sm">
            Expired
          </Text>
        )}
        {apiKey.revokedAt !== null && (
          <Text c="dimmed" size="sm">
            Revoked <TimeAgo timestamp={apiKey.revokedAt} />
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
