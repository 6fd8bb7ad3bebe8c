import type { Member } from "@plumb/contract/projects/members.ts";
import { mentionsIn } from "@plumb/contract/text/mentions.ts";
import type { ReactNode } from "react";
import { memberName } from "#lib/session/member-label.ts";
import { textParts } from "./text-parts.ts";
import styles from "./item-parts.module.css";

/** Returns the member names that can be mentioned in a text. */
export function namedMembers(members: readonly Member[]) {
  return members.map((member) => ({ id: member.id, name: memberName(member), email: member.email }));
}

interface ItemTextProps {
  readonly text: string;
  readonly members: readonly Member[];
}

/** Plain text with line breaks, links and mentions. */
export function ItemText({ text, members }: ItemTextProps) {
  const mentions = mentionsIn(text, namedMembers(members));
  return (
    <p className={styles["text"]} dir="auto">
      {textParts(text, mentions).map((part): ReactNode => {
        if (part.kind === "text") return part.text;
        if (part.kind === "mention")
          return (
            <span key={part.at} className={styles["mention"]}>
              {part.text}
            </span>
          );
        return (
          <a key={part.at} href={part.text} target="_blank" rel="noreferrer noopener">
            {part.text}
          </a>
        );
      })}
    </p>
  );
}
