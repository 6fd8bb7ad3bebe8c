import { Button, Group } from "@mantine/core";
import type { AnnotationDetail, ItemComment, ItemEvent } from "@plumb/contract/items/annotation-parts.ts";
import type { ItemStatus } from "@plumb/contract/items/item-labels.ts";
import type { Member } from "@plumb/contract/projects/members.ts";
import { IconRobot } from "@tabler/icons-react";
import { useState } from "react";
import { PersonAvatar } from "#ui/text/person-avatar.tsx";
import { TimeAgo } from "#ui/text/time-ago.tsx";
import { CommentForm } from "./comment-form.tsx";
import type { ChangeSeen } from "#features/items/changes/item-actions.ts";
import { eventText } from "./event-text.ts";
import type { ItemPartActions } from "./item-part-actions.ts";
import { ActorName } from "./item-person.tsx";
import { ItemText } from "./item-text.tsx";
import itemStyles from "#features/items/items.module.css";
import styles from "./item-parts.module.css";

interface ItemStreamProps {
  readonly item: Pick<AnnotationDetail, "discussion" | "history">;
  readonly busy: boolean;
  readonly onChange: ChangeSeen | undefined;
  readonly members: readonly Member[];
  readonly userId: number | undefined;
  /** `undefined` for users who can only read. */
  readonly actions: ItemPartActions | undefined;
}

/** History and comments of an item, oldest first. */
export function ItemStream({
  item: { history, discussion },
  members,
  userId,
  actions,
  busy,
  onChange,
}: ItemStreamProps) {
  const entries = [
    ...history.map((event) => ({ at: event.at, order: 0, key: `e${event.id}`, event, comment: undefined })),
    ...discussion.map((comment) => ({ at: comment.at, order: 1, key: `c${comment.id}`, event: undefined, comment })),
  ].toSorted((a, b) => a.at.localeCompare(b.at) || a.order - b.order);
  return (
    <ol className={styles["stream"]} aria-label="Activity">
      {entries.map(({ key, event, comment }) => (
        <li key={key} className={styles["entry"]}>
          {event === undefined ? (
            <Comment comment={comment} members={members} actions={mayDelete(comment, userId) ? actions : undefined} />
          ) : (
            <Event event={event} members={members} busy={busy} onChange={onChange} />
          )}
        </li>
      ))}
    </ol>
  );
}

/** Own comments, and comments by agents. Only own comments can be edited. */
function mayDelete({ by, agent }: ItemComment, userId: number | undefined): boolean {
  return agent !== null || (by.id !== null && by.id === userId);
}

interface EventProps extends Pick<ItemStreamProps, "busy" | "members" | "onChange"> {
  readonly event: ItemEvent;
}

function Event({ event, members, busy, onChange }: EventProps) {
  const { id, by, agent, at, comment, kind, from, undoable } = event;
  return (
    <>
      {by === null ? <IconRobot size={20} aria-hidden /> : <PersonAvatar name={by.name} url={by.avatarUrl} size={22} />}
      <div>
        {by !== null && (
          <>
            <strong>
              <ActorName name={by.name} agent={agent} />
            </strong>{" "}
          </>
        )}
        <span>{by === null && comment !== null ? comment : eventText(event)}</span>{" "}
        <TimeAgo timestamp={at} className={itemStyles["quiet"]} />
        {undoable && onChange !== undefined && (
          <Button
            size="compact-sm"
            variant="default"
            ms={6}
            disabled={busy}
            aria-label={kind === "created" ? "Undo the creation" : "Undo the change of the status"}
            onClick={() =>
              onChange({ kind: "undo", eventId: id, status: kind === "created" ? "invalid" : (from as ItemStatus) })
            }
          >
            Undo
          </Button>
        )}
        {by !== null && comment !== null && (
          <div className={styles["comment"]}>
            <ItemText text={comment} members={members} />
          </div>
        )}
      </div>
    </>
  );
}

interface CommentProps {
  readonly comment: ItemComment;
  readonly members: readonly Member[];
  /** `undefined` for comments that the user cannot delete. */
  readonly actions: ItemPartActions | undefined;
}

function Comment({ comment: { id, by, agent, body, at, editedAt }, members, actions }: CommentProps) {
  const [editing, setEditing] = useState(false);
  return (
    <>
      <PersonAvatar name={by.name} url={by.avatarUrl} size={22} />
      <div className={styles["comment"]}>
        <div>
          <strong>
            <ActorName name={by.name} agent={agent} />
          </strong>{" "}
          <span className={itemStyles["quiet"]}>
            commented <TimeAgo timestamp={at} />
            {editedAt !== null && " · edited"}
          </span>
        </div>
        {editing && actions !== undefined ? (
          <CommentForm
            label="Change the comment"
            submit="Save"
            members={members}
            text={body}
            busy={actions.pending}
            onSend={(text) => actions.onEditComment(id, text, () => setEditing(false))}
            onCancel={() => setEditing(false)}
          />
        ) : (
          <ItemText text={body} members={members} />
        )}
        {actions !== undefined && !editing && (
          <Group gap={4} mt={4}>
            {agent === null && (
              <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setEditing(true)}>
                Edit
              </Button>
            )}
            <Button size="compact-sm" variant="subtle" color="gray" onClick={() => actions.onDeleteComment(id)}>
              Delete
            </Button>
          </Group>
        )}
      </div>
    </>
  );
}
