import { Button, Group, Modal, Table, Text } from "@mantine/core";
import type { ShareLink, ShareLinkState } from "@plumb/contract/projects/share-links.ts";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { counted, cut, formatTimestamp } from "#lib/format/format.ts";
import { useFocusBefore } from "#lib/keys/returned-focus.ts";
import { CardTable } from "#ui/list/card-table.tsx";
import { TimeAgo } from "#ui/text/time-ago.tsx";

interface ShareLinksTableProps {
  readonly links: readonly ShareLink[];
  readonly onRevoke: (linkId: number) => void;
}

const kinds = { report: "Report", failure: "Failure", comparison: "Comparison", week: "Week" } as const;

const ended: Readonly<Record<Exclude<ShareLinkState, "active">, string>> = {
  expired: "Expired",
  revoked: "Revoked",
  removed: "Report deleted",
  orphaned: "Creator left the project",
};

const longestTitle = 160;

/** Table of share links, newest first. Revoking needs a confirmation, because a link cannot be turned on again. */
export function ShareLinksTable({ links, onRevoke }: ShareLinksTableProps) {
  const [doomed, setDoomed] = useState<ShareLink | null>(null);
  const [asking, setAsking] = useState(false);
  useFocusBefore(asking);
  if (links.length === 0)
    return (
      <Text c="dimmed" p={16}>
        No share links yet. Press Share on a report, a failure, a comparison or a week to create one.
      </Text>
    );
  return (
    <>
      <CardTable actions horizontalSpacing={16} columns={["Shows", "Created", "Until", "Last used"]}>
        {links.map((link) => (
          <LinkRow
            key={link.id}
            link={link}
            onRevoke={() => {
              setDoomed(link);
              setAsking(true);
            }}
          />
        ))}
      </CardTable>
      <Modal
        opened={asking}
        onClose={() => setAsking(false)}
        title="Revoke this link?"
        centered
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <Text style={{ overflowWrap: "anywhere" }}>
          {`The link to ${cut(doomed?.title ?? "", longestTitle)} stops working immediately. This cannot be undone.`}
        </Text>
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={() => setAsking(false)}>
            Cancel
          </Button>
          <Button
            color="red"
            onClick={() => {
              if (doomed !== null) onRevoke(doomed.id);
              setAsking(false);
            }}
          >
            Revoke
          </Button>
        </Group>
      </Modal>
    </>
  );
}

interface LinkRowProps {
  readonly link: ShareLink;
  readonly onRevoke: () => void;
}

function LinkRow({ link, onRevoke }: LinkRowProps) {
  const { title, state, target, createdBy, createdAt, expiresAt, lastUsedAt, uses } = link;
  return (
    <Table.Tr>
      <Table.Td data-label="Shows" style={{ overflowWrap: "anywhere" }}>
        <Text size="xs" c="dimmed">
          {kinds[target.kind]}
        </Text>
        {state === "removed" ? <bdi>{cut(title, longestTitle)}</bdi> : <TargetLink link={link} />}
      </Table.Td>
      <Table.Td data-label="Created">
        <TimeAgo timestamp={createdAt} />
        {createdBy !== null && <span>{` by ${cut(createdBy, 60)}`}</span>}
      </Table.Td>
      <Table.Td data-label="Until">{formatTimestamp(expiresAt)}</Table.Td>
      <Table.Td data-label="Last used">
        {lastUsedAt === null ? "Never" : <TimeAgo timestamp={lastUsedAt} />}
        {uses > 0 && <span>{`, opened ${counted(uses, "time")}`}</span>}
      </Table.Td>
      <Table.Td data-part="actions">
        {state === "active" ? (
          <Button
            size="compact-sm"
            variant="default"
            onClick={onRevoke}
            aria-label={`Revoke the link to ${cut(title, longestTitle)}`}
          >
            Revoke
          </Button>
        ) : (
          <Text c="dimmed" size="sm">
            {ended[state]}
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

/** Link to the page of the app that shows the target. */
function TargetLink({ link: { target, title } }: { readonly link: ShareLink }) {
  const text = <bdi>{cut(title, longestTitle)}</bdi>;
  if (target.kind === "week") {
    const { week, suite, owner } = target;
    return (
      <Link to="/trends/week" search={{ week, suite, owner }}>
        {text}
      </Link>
    );
  }
  if (target.kind === "comparison")
    return (
      <Link to="/reports/compare" search={{ base: target.baseId, head: target.headId }}>
        {text}
      </Link>
    );
  return (
    <Link
      to="/reports/$reportId"
      params={{ reportId: String(target.reportId) }}
      search={target.kind === "failure" ? { result: target.resultId } : {}}
    >
      {text}
    </Link>
  );
}
