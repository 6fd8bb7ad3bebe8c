import { Button, Group, Modal, Select, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { FailureSearch } from "#lib/address/failure-search.ts";
import { useFocusBefore } from "#lib/keys/returned-focus.ts";
import { counted, cut } from "#lib/format/format.ts";
import { useDecide } from "#features/failures/decisions/decisions.ts";
import { duplicatesQuery, triageQueueQuery } from "#features/failures/failures.queries.ts";

/** A cause that others can be merged into. */
export interface MergeTarget {
  readonly id: number;
  readonly error: string;
}

interface SameAsDialogProps {
  readonly projectId: number;
  /** Causes to merge. */
  readonly groupIds: readonly number[];
  readonly search: FailureSearch;
  readonly onClose: () => void;
  /** Merges them instead of the dialog. */
  readonly onSame: ((into: MergeTarget) => void) | undefined;
}

/** Dialog that merges causes into another one. Offers the causes of the period, likely duplicates first. */
export function SameAsDialog({ projectId, groupIds, search, onClose, onSame }: SameAsDialogProps) {
  const period: FailureSearch = { ...search, class: undefined, state: undefined, q: undefined, runs: undefined };
  const { data: causes, error } = useQuery(triageQueueQuery(projectId, period));
  const duplicates = useQuery(duplicatesQuery(projectId, period));
  const { mutate: decide } = useDecide(projectId);
  const likely = (duplicates.data?.data ?? []).flatMap((proposal) => {
    const ids = proposal.causes.map(({ id }) => id);
    return ids.some((id) => groupIds.includes(id)) ? ids : [];
  });
  const others = (causes?.data ?? []).filter(({ id }) => !groupIds.includes(id));
  const targets = others
    .toSorted((a, b) => Number(likely.includes(b.id)) - Number(likely.includes(a.id)))
    .map(({ id, representativeError, occurrenceCount }) => ({
      id,
      error: representativeError,
      hint: `${likely.includes(id) ? "Likely duplicate · " : ""}${counted(occurrenceCount, "failure")}`,
    }));
  return (
    <SameAs
      count={groupIds.length}
      targets={causes === undefined ? undefined : targets}
      isError={error !== null}
      onClose={onClose}
      onMerge={(into) => {
        if (onSame === undefined) decide({ kind: "merge", groupIds: [into.id, ...groupIds] });
        else onSame(into);
        onClose();
      }}
    />
  );
}

interface SameAsProps {
  readonly count: number;
  /** `undefined` while loading. */
  readonly targets: readonly (MergeTarget & { readonly hint: string })[] | undefined;
  readonly isError: boolean;
  readonly onClose: () => void;
  readonly onMerge: (into: MergeTarget) => void;
}

const listed = 50;

export function SameAs({ count, targets, isError, onClose, onMerge }: SameAsProps) {
  useFocusBefore();
  const [chosen, setChosen] = useState<string | null>(null);
  const target = targets?.find(({ id }) => String(id) === chosen);
  return (
    <Modal
      opened
      onClose={onClose}
      title="Same as another cause"
      closeButtonProps={{ "aria-label": "Close" }}
      transitionProps={{ duration: 120 }}
    >
      {/* High enough for the list, which is part of the dialog, so that it is inside a landmark. */}
      <Stack gap="md" mih={430}>
        <Text>
          {`Moves all failures of ${count === 1 ? "this cause" : counted(count, "cause")}, past and future, to the cause that you choose. You can undo this.`}
        </Text>
        <Select
          label="Cause"
          placeholder="Type words of its error"
          data-autofocus
          searchable
          limit={listed}
          data={(targets ?? []).map(({ id, error }) => ({ value: String(id), label: cut(error, 200) }))}
          renderOption={({ option }) => (
            <span style={{ overflowWrap: "anywhere" }}>
              <bdi dir="auto">{option.label}</bdi>
              <Text component="span" display="block" c="dimmed" fz="xs">
                {targets?.find(({ id }) => String(id) === option.value)?.hint}
              </Text>
            </span>
          )}
          nothingFoundMessage={
            isError
              ? "Failed to load the causes"
              : targets === undefined
                ? "Loading"
                : "No other cause of this period has these words"
          }
          value={chosen}
          onChange={setChosen}
          // The list itself scrolls, because its scroll area cannot have the focus.
          withScrollArea={false}
          comboboxProps={{ withinPortal: false }}
          styles={{ options: { maxHeight: 300, overflowY: "auto" } }}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={target === undefined} onClick={() => target !== undefined && onMerge(target)}>
            Merge
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
