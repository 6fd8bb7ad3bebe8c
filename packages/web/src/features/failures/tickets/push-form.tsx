import { Button, Checkbox, MultiSelect, NativeSelect, TextInput } from "@mantine/core";
import { maxTicketTitle, type TicketDraft, type TicketField } from "@plumb/contract/integrations/tickets.ts";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useState } from "react";
import { TicketLine } from "./ticket-line.tsx";
import type { FieldValues, TicketSubject } from "./tickets.queries.ts";
import styles from "./tickets.module.css";
import { ClassBadge } from "#ui/badges/class-badge.tsx";
import { DialogActions } from "#ui/form/dialog-actions.tsx";
import { RichText } from "#ui/text/rich-text.tsx";

interface PushFormProps {
  readonly drafts: readonly TicketDraft[];
  /** Whether the user chose the subjects. Otherwise none of several is selected at first. */
  readonly isSelection: boolean;
  /** Fields that the tracker requires or supports. */
  readonly fields: readonly TicketField[];
  readonly pending: boolean;
  readonly onSubmit: (tickets: readonly (TicketSubject & { title: string })[], fields: FieldValues) => void;
}

/** Preview of new tickets. Causes that already have a ticket do not get another one. */
export function PushForm({ drafts, isSelection, fields, pending, onSubmit }: PushFormProps) {
  const possible = drafts.filter(({ existing }) => existing.every(({ state }) => state === "gone"));
  const [titles, setTitles] = useState<Readonly<Record<string, string>>>({});
  const [left, setLeft] = useState<ReadonlySet<string>>(
    () => new Set(isSelection || possible.length === 1 ? [] : possible.map(keyOf)),
  );
  const [values, setValues] = useState<FieldValues>({});
  const titleOf = (draft: TicketDraft) => titles[keyOf(draft)] ?? draft.title;
  const chosen = possible.filter((draft) => !left.has(keyOf(draft)));
  const offered = possible.length === 0 ? [] : fields;
  const [required, optional] = [true, false].map((isRequired) =>
    offered.filter((each) => each.required === isRequired),
  );
  const isComplete =
    chosen.length > 0 &&
    chosen.every((draft) => titleOf(draft).trim() !== "") &&
    (required ?? []).every(({ id }) => !isEmpty(values[id]));
  const fieldInput = (field: TicketField) => (
    <FieldInput
      key={field.id}
      field={field}
      value={values[field.id]}
      onChange={(value) => setValues((before) => ({ ...before, [field.id]: value }))}
    />
  );
  const toggle = (key: string) => setLeft((before) => before.symmetricDifference(new Set([key])));
  return (
    <form
      aria-label="Tickets"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isComplete) return;
        onSubmit(
          chosen.map((draft) => ({ ...subjectOf(draft), title: titleOf(draft).trim() })),
          Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value))),
        );
      }}
    >
      <ul className={styles["drafts"]}>
        {drafts.map((draft) => (
          <Draft
            key={keyOf(draft)}
            draft={draft}
            title={titleOf(draft)}
            isPossible={possible.includes(draft)}
            isChosen={chosen.includes(draft)}
            onTitle={(title) => setTitles((before) => ({ ...before, [keyOf(draft)]: title }))}
            onToggle={() => toggle(keyOf(draft))}
          />
        ))}
      </ul>
      <div className={styles["fields"]}>{required?.map(fieldInput)}</div>
      {optional !== undefined && optional.length > 0 && (
        <details>
          <summary>More fields</summary>
          <div className={styles["fields"]}>{optional.map(fieldInput)}</div>
        </details>
      )}
      {possible.length > 0 && (
        <DialogActions>
          <Button type="submit" loading={pending} disabled={!isComplete}>
            {submitText(chosen.length)}
          </Button>
        </DialogActions>
      )}
    </form>
  );
}

function isEmpty(value: string | readonly string[] | undefined): boolean {
  return value === undefined || value.length === 0;
}

function submitText(count: number): string {
  if (count === 0) return "Create tickets";
  return count === 1 ? "Create ticket" : `Create ${count} tickets`;
}

function subjectOf({ groupId, annotationId }: TicketDraft): TicketSubject {
  return groupId === null ? { annotationId: annotationId ?? 0 } : { groupId };
}

function keyOf({ groupId, annotationId }: TicketDraft): string {
  return `${groupId} ${annotationId}`;
}

interface DraftProps {
  readonly draft: TicketDraft;
  readonly title: string;
  readonly isPossible: boolean;
  readonly isChosen: boolean;
  readonly onTitle: (title: string) => void;
  readonly onToggle: () => void;
}

function Draft({ draft, title, isPossible, isChosen, onTitle, onToggle }: DraftProps) {
  return (
    <li className={styles["draft"]}>
      {isPossible ? (
        <>
          <Checkbox
            label={draft.groupId === null ? "Create a ticket for this item" : "Create a ticket for this cause"}
            checked={isChosen}
            onChange={onToggle}
            mb={8}
          />
          {draft.groupId !== null && <ClassBadge of={draft.primaryClass ?? "Unclassified"} />}
          <TextInput
            label="Title"
            value={title}
            maxLength={maxTicketTitle}
            disabled={!isChosen}
            onChange={(event) => onTitle(event.currentTarget.value)}
          />
        </>
      ) : (
        <>
          {draft.groupId !== null && <ClassBadge of={draft.primaryClass ?? "Unclassified"} />}
          <b>{title}</b>
          <p>{draft.groupId === null ? "This item has a ticket already:" : "This cause has a ticket already:"}</p>
        </>
      )}
      {draft.existing.map((ticket) => (
        <TicketLine key={ticket.id} ticket={ticket} />
      ))}
      {draft.similar.length > 0 && (
        <div className={styles["similar"]}>
          <p>
            <IconAlertTriangle size={15} aria-hidden /> A similar cause has a ticket already:
          </p>
          {draft.similar.map((ticket) => (
            <TicketLine key={ticket.id} ticket={ticket} />
          ))}
        </div>
      )}
      <details>
        <summary>Description</summary>
        <RichText blocks={draft.description} />
      </details>
    </li>
  );
}

interface FieldInputProps {
  readonly field: TicketField;
  readonly value: string | string[] | undefined;
  readonly onChange: (value: string | string[]) => void;
}

function FieldInput({ field: { label, kind, choices, required }, value = "", onChange }: FieldInputProps) {
  const common = { label, required, withAsterisk: false } as const;
  if (kind === "choices")
    return (
      <MultiSelect
        {...common}
        // The form checks that it has a value. The text field of the list is empty even if it has.
        required={false}
        searchable
        hidePickedOptions
        placeholder={value.length === 0 ? "Choose…" : ""}
        nothingFoundMessage="Nothing found"
        data={[...choices]}
        value={typeof value === "string" ? [] : value}
        onChange={onChange}
      />
    );
  const single = { ...common, value: typeof value === "string" ? value : "" };
  if (kind === "choice")
    return (
      <NativeSelect
        {...single}
        data={[{ value: "", label: "Choose…" }, ...choices]}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  return (
    <TextInput
      {...single}
      type={kind === "date" ? "date" : kind === "number" ? "number" : "text"}
      maxLength={4000}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
