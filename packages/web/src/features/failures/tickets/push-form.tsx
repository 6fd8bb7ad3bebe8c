import { Button, Checkbox, TextInput } from "@mantine/core";
import { maxTicketTitle, type TicketDraft, type TicketField } from "@plumb/contract/integrations/tickets.ts";
import { counted } from "@plumb/contract/text/counted.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useState } from "react";
import { Fields, isEmpty } from "./ticket-fields.tsx";
import { SharedTicket } from "./shared-ticket.tsx";
import { TicketLine } from "./ticket-line.tsx";
import type { FieldValues, NewTickets, TicketSubject } from "./tickets.queries.ts";
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
  /** Whether the tracker takes files. */
  readonly attachesFiles: boolean;
  readonly pending: boolean;
  readonly onSubmit: (pushed: Omit<NewTickets, "bindingId">) => void;
}

/** Preview of new tickets. Causes that already have a ticket do not get another one. */
export function PushForm({ drafts, isSelection, fields, attachesFiles, pending, onSubmit }: PushFormProps) {
  const possible = drafts.filter(({ existing }) => existing.every(({ state }) => state === "gone"));
  const [titles, setTitles] = useState<Readonly<Record<string, string>>>({});
  const [left, setLeft] = useState<ReadonlySet<string>>(
    () => new Set(isSelection || possible.length === 1 ? [] : possible.map(keyOf)),
  );
  const [values, setValues] = useState<FieldValues>({});
  const [combined, setCombined] = useState(false);
  const [attached, setAttached] = useState(true);
  const chosen = possible.filter((draft) => !left.has(keyOf(draft)));
  const isShared = combined && chosen.length > 1;
  const titleOf = (draft: TicketDraft) => titles[keyOf(draft)] ?? draft.title;
  const sharedTitle = titles[sharedKey] ?? titleOfAll(chosen);
  const tickets = isShared ? oneTicket(chosen, sharedTitle) : chosen.map((draft) => ticketOf(draft, titleOf(draft)));
  const offered = possible.length === 0 ? [] : fields;
  const isComplete =
    chosen.length > 0 &&
    tickets.every(({ title }) => title !== "") &&
    offered.every(({ id, required }) => !required || !isEmpty(values[id]));
  const setTitle = (key: string, title: string) => setTitles((before) => ({ ...before, [key]: title }));
  const toggle = (key: string) => setLeft((before) => before.symmetricDifference(new Set([key])));
  const hasScreenshots = attachesFiles && chosen.some(({ screenshots }) => screenshots > 0);
  return (
    <form
      aria-label="Tickets"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isComplete) return;
        const filled = Object.entries(values).filter(([, value]) => !isEmpty(value));
        onSubmit({ tickets, fields: Object.fromEntries(filled), screenshots: hasScreenshots && attached });
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
            isShared={isShared}
            onTitle={(title) => setTitle(keyOf(draft), title)}
            onToggle={() => toggle(keyOf(draft))}
          />
        ))}
      </ul>
      {chosen.length > 1 && (
        <SharedTicket
          count={chosen.length}
          combined={combined}
          title={sharedTitle}
          onCombine={setCombined}
          onTitle={(title) => setTitle(sharedKey, title)}
        />
      )}
      <Fields
        fields={offered}
        values={values}
        onChange={(id, value) => setValues((all) => ({ ...all, [id]: value }))}
      />
      {hasScreenshots && (
        <Checkbox
          label="Attach screenshots"
          description="Up to 3 per ticket, from the latest failures"
          checked={attached}
          onChange={(event) => setAttached(event.currentTarget.checked)}
          mb={14}
        />
      )}
      {possible.length > 0 && (
        <DialogActions>
          <Button type="submit" loading={pending} disabled={!isComplete}>
            {submitText(tickets.length)}
          </Button>
        </DialogActions>
      )}
    </form>
  );
}

/** Key of the title of a ticket for all chosen causes. */
const sharedKey = "shared";

type New = NewTickets["tickets"][number];

function ticketOf(draft: TicketDraft, title: string): New {
  return { ...subjectOf(draft), title: title.trim() };
}

function oneTicket([first, ...others]: readonly TicketDraft[], title: string): New[] {
  if (first === undefined) return [];
  return [{ ...ticketOf(first, title), alsoGroupIds: others.flatMap(({ groupId }) => groupId ?? []) }];
}

function titleOfAll([first, ...others]: readonly TicketDraft[]): string {
  const end = others.length === 0 ? "" : ` (and ${counted(others.length, "other cause")})`;
  return cut(first?.title ?? "", maxTicketTitle - end.length) + end;
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
  /** Whether all chosen causes share a ticket, which has its own title. */
  readonly isShared: boolean;
  readonly onTitle: (title: string) => void;
  readonly onToggle: () => void;
}

function Draft({ draft, title, isPossible, isChosen, isShared, onTitle, onToggle }: DraftProps) {
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
          {isShared ? (
            <b className={styles["title"]}>{title}</b>
          ) : (
            <TextInput
              label="Title"
              value={title}
              maxLength={maxTicketTitle}
              disabled={!isChosen}
              onChange={(event) => onTitle(event.currentTarget.value)}
            />
          )}
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
