import { Textarea, type TextareaProps } from "@mantine/core";
import type { Member } from "@plumb/contract/projects/members.ts";
import { mentionOf } from "@plumb/contract/text/mentions.ts";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { memberLabel } from "#lib/session/member-label.ts";
import { namedMembers } from "./item-text.tsx";
import styles from "./item-parts.module.css";

interface MentionTextareaProps extends Omit<TextareaProps, "onChange" | "value"> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly members: readonly Member[];
}

const maxVisible = 8;

/** Text area that suggests members after `@`. */
export function MentionTextarea({ value, onChange, members, ...props }: MentionTextareaProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const [query, setQuery] = useState<{ readonly at: number; readonly word: string } | null>(null);
  const [active, setActive] = useState(0);
  const found = query === null ? [] : membersLike(members, query.word);
  const chosen = found[Math.min(active, found.length - 1)];
  const updateMention = (element: HTMLTextAreaElement) => {
    const typed = /(?:^|[\s(])@([\p{L}\p{N}._-]*)$/u.exec(element.value.slice(0, element.selectionStart))?.[1];
    setQuery(typed === undefined ? null : { at: element.selectionStart - typed.length - 1, word: typed.toLowerCase() });
    setActive(0);
  };
  const put = (member: Member) => {
    if (query === null) return;
    const named = { id: member.id, ...namedMembers([member])[0] } as ReturnType<typeof namedMembers>[number];
    const mention = `${mentionOf(named, namedMembers(members))} `;
    onChange(value.slice(0, query.at) + mention + value.slice(query.at + query.word.length + 1));
    setQuery(null);
    const caret = query.at + mention.length;
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(caret, caret);
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (chosen === undefined) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setActive((before) => (before + step + found.length) % found.length);
    else if (event.key === "Enter" || event.key === "Tab") put(chosen);
    else if (event.key === "Escape") {
      // Keeps Escape from closing the surrounding dialog.
      event.stopPropagation();
      setQuery(null);
    } else return;
    event.preventDefault();
  };
  return (
    <div style={{ position: "relative" }}>
      <Textarea
        {...props}
        ref={area}
        value={value}
        onChange={({ currentTarget }) => {
          onChange(currentTarget.value);
          updateMention(currentTarget);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setQuery(null)}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={chosen === undefined ? undefined : listId}
        aria-activedescendant={chosen === undefined ? undefined : `${listId}-${chosen.id}`}
      />
      {chosen !== undefined && (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the list of the combobox above
        <div id={listId} className={styles["mentions"]} role="listbox" aria-label="Members to mention">
          {found.map((member) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the text area handles the keys
            <div
              key={member.id}
              id={`${listId}-${member.id}`}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- of that list
              role="option"
              aria-selected={member === chosen}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => put(member)}
            >
              {memberLabel(member)}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

function membersLike(members: readonly Member[], word: string): Member[] {
  const isLike = (member: Member) =>
    [member.display_name, member.name, member.email].some((name) =>
      (name ?? "")
        .toLowerCase()
        .split(/[\s@]+/)
        .some((part) => part.startsWith(word)),
    );
  return members.filter(isLike).slice(0, maxVisible);
}
