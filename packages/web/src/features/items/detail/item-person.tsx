import type { ItemPerson } from "@plumb/contract/items/annotations.ts";
import type { AgentKey } from "@plumb/contract/projects/api-keys.ts";
import { cut } from "#lib/format/format.ts";
import { PersonAvatar } from "#ui/text/person-avatar.tsx";
import itemStyles from "#features/items/items.module.css";
import styles from "./item-parts.module.css";

interface PersonNameProps {
  readonly person: ItemPerson;
  /** Id of the current user. */
  readonly userId?: number | undefined;
  /** The agent that acted for the user. */
  readonly agent?: AgentKey | null;
}

/** Name of a user, including former members. */
export function PersonName({ person, userId, agent = null }: PersonNameProps) {
  return (
    <span className={styles["person"]}>
      <PersonAvatar name={person.name} url={person.avatarUrl} size={20} />
      <span>
        <ActorName name={person.name} agent={agent} />
        {person.id !== null && person.id === userId && agent === null && " (Me)"}
        {!person.member && <span className={itemStyles["quiet"]}> (no longer a member)</span>}
      </span>
    </span>
  );
}

/** Name of a user, or of the agent that acted for the user. */
export function ActorName({ name, agent }: { readonly name: string; readonly agent: AgentKey | null }) {
  if (agent === null) return <bdi>{name}</bdi>;
  return (
    <>
      <bdi>{cut(agent.name, 60)}</bdi> (agent of <bdi>{name}</bdi>)
    </>
  );
}
