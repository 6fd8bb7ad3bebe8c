import { Radio, Select, Stack } from "@mantine/core";
import type { ItemSubject } from "@plumb/contract/items/annotations.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type FoundSubject, foundSubjectsQuery } from "#features/items/items.queries.ts";
import { ItemFormDialog } from "#features/items/create/item-form-dialog.tsx";
import type { NewSubject } from "#features/items/changes/item-actions.ts";
import { TestCaseSelect } from "#features/items/test-case-select.tsx";

type Kind = FoundSubject["kind"] | "none";

interface SubjectDialogProps {
  readonly projectId: number;
  readonly subject: ItemSubject | null;
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onSave: (subject: NewSubject) => void;
}

const kinds: readonly { readonly value: Kind; readonly label: string; readonly field?: string }[] = [
  { value: "run", label: "A report or one of its tests", field: "Report" },
  { value: "test", label: "A test in any report", field: "Test" },
  { value: "group", label: "A cause of failures", field: "Cause" },
  { value: "none", label: "Not linked to anything" },
];

/** Dialog to select the subject of an item: a report, one of its tests, a test, a cause, or nothing. */
export function SubjectDialog({ projectId, subject, busy, onClose, onSave }: SubjectDialogProps) {
  const [kind, setKind] = useState<Kind>(kindOf(subject));
  const [chosen, setChosen] = useState<FoundSubject | null>(null);
  const [testCaseId, setTestCaseId] = useState<number | null>(null);
  const field = kinds.find(({ value }) => value === kind)?.field;
  const choose = (next: FoundSubject | null) => {
    setChosen(next);
    setTestCaseId(null);
  };
  const send = () => {
    if (kind === "none") onSave({ ids: {}, label: "Nothing" });
    else if (chosen !== null) onSave({ ids: idsOf(chosen, testCaseId), label: chosen.name });
  };
  return (
    <ItemFormDialog
      title="What is this item about?"
      submitLabel="Save"
      busy={busy}
      incomplete={kind !== "none" && chosen === null}
      onClose={onClose}
      onSend={send}
    >
      <Radio.Group
        aria-label="Kind"
        value={kind}
        onChange={(value) => {
          setKind(kinds.find((each) => each.value === value)?.value ?? "none");
          choose(null);
        }}
      >
        <Stack gap={6}>
          {kinds.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Stack>
      </Radio.Group>
      {kind !== "none" && field !== undefined && (
        <SubjectSelect key={kind} projectId={projectId} kind={kind} label={field} value={chosen} onChange={choose} />
      )}
      {chosen?.kind === "run" && <TestCaseSelect reportId={chosen.id} value={testCaseId} onChange={setTestCaseId} />}
    </ItemFormDialog>
  );
}

function kindOf(subject: ItemSubject | null): Kind {
  if (subject === null) return "run";
  return subject.kind === "result" ? "run" : subject.kind;
}

function idsOf({ kind, id }: FoundSubject, testCaseId: number | null): NewSubject["ids"] {
  if (kind === "test") return { testId: id };
  if (kind === "group") return { groupId: id };
  return { testRunId: id, ...(testCaseId !== null && { testCaseId }) };
}

const waitMs = 250;

interface SubjectSelectProps {
  readonly projectId: number;
  readonly kind: FoundSubject["kind"];
  readonly label: string;
  readonly value: FoundSubject | null;
  readonly onChange: (subject: FoundSubject | null) => void;
}

/** Searches for a report, a test or a cause. */
function SubjectSelect({ projectId, kind, label, value, onChange }: SubjectSelectProps) {
  const [typed, setTyped] = useState("");
  const [search, setSearch] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), waitMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const {
    data = [],
    isError,
    isPending,
  } = useQuery({
    ...foundSubjectsQuery(projectId, kind, search),
    enabled: search !== "",
  });
  const options = value === null || data.some(({ id }) => id === value.id) ? data : [value, ...data];
  return (
    <Select
      label={label}
      placeholder="Type to search"
      required
      searchable
      data={options.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value === null ? null : String(value.id)}
      onSearchChange={(text) => setTyped(text === value?.name ? "" : text)}
      onChange={(id) => onChange(options.find((option) => String(option.id) === id) ?? null)}
      // The server has already filtered the options.
      filter={({ options: all }) => all}
      nothingFoundMessage={
        isError ? "Failed to search" : search === "" || isPending ? "Type to search" : "No matches in this project"
      }
    />
  );
}
