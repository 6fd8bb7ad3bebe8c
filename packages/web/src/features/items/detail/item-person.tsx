import type { ItemPerson } from "@plumb/contract/items/annotations.ts";
import { PersonAvatar } from "#ui/text/person-avatar.tsx";
import styles from "#features/items/items.module.css";

interface PersonNameProps {
  readonly person: ItemPerson;
  /** The reader. */
  readonly userId?: number | undefined;
}

/** Name of a person, also of former members. */
export function PersonName({ person, userId }: PersonNameProps) {
  return (
    <span className={styles["person"]}>
      <PersonAvatar name={person.name} url={person.avatarUrl} size={20} />
      <span>
        <bdi>{person.name}</bdi>
        {person.id !== null && person.id === userId && " (Me)"}
        {!person.member && <span className={styles["quiet"]}> (no longer a member)</span>}
      </span>
    </span>
  );
}
