import { Button, Group } from "@mantine/core";
import type { AnnotationDetail } from "@plumb/contract/items/annotation-parts.ts";
import { type ItemStatus, mayEditText } from "@plumb/contract/items/item-labels.ts";
import type { Member } from "@plumb/contract/projects/members.ts";
import { IconEye, IconEyeOff, IconPencil } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { usePageAddress } from "#lib/address/page-address.ts";
import { useReturnedFocus } from "#lib/keys/returned-focus.ts";
import { CopyButton } from "#ui/code/copy-button.tsx";
import { TimeAgo } from "#ui/text/time-ago.tsx";
import { CommentForm } from "./comment-form.tsx";
import { EditItemForm } from "./edit-item-form.tsx";
import { ItemAbout } from "./item-about.tsx";
import type { ChangeSeen } from "#features/items/changes/item-actions.ts";
import { ItemFields } from "./item-facts.tsx";
import type { ItemPartActions } from "./item-part-actions.ts";
import { ItemFiles, ItemLinks } from "./item-parts.tsx";
import { SubjectDialog } from "./subject-dialog.tsx";
import { ItemProposal } from "./item-proposal.tsx";
import { PersonName } from "./item-person.tsx";
import { ItemStream } from "./item-stream.tsx";
import { ItemText } from "./item-text.tsx";
import itemStyles from "#features/items/items.module.css";
import styles from "./item-parts.module.css";

export interface ItemDetailProps {
  readonly item: AnnotationDetail;
  readonly members: readonly Member[];
  readonly userId: number | undefined;
  readonly busy: boolean;
  /** All users with read access can watch. */
  readonly onWatch: (watching: boolean) => void;
  /** The handlers are `undefined` for users who can only read. */
  readonly onStatus: ((status: ItemStatus) => void) | undefined;
  readonly onChange: ChangeSeen | undefined;
  readonly parts: ItemPartActions | undefined;
  readonly tickets?: ReactNode;
}

/** Item with all its fields and parts. */
export function ItemDetail({
  item,
  members,
  userId,
  busy,
  onWatch,
  onStatus,
  onChange,
  parts,
  tickets,
}: ItemDetailProps) {
  const [editing, setEditing] = useState(false);
  const edit = useReturnedFocus(editing);
  const addressOf = usePageAddress();
  const mayEdit = onChange !== undefined && mayEditText(item, userId);
  return (
    <div className={itemStyles["detail"]}>
      {editing && onChange !== undefined ? (
        <EditItemForm
          item={item}
          members={members}
          busy={busy}
          onCancel={() => setEditing(false)}
          onSave={(texts, seen) => onChange({ kind: "edit", ...texts }, () => setEditing(false), seen)}
        />
      ) : (
        <>
          <h2 dir="auto">{item.title}</h2>
          <ItemText text={item.message} members={members} />
        </>
      )}
      {item.proposedClass !== null && <ItemProposal item={item} busy={busy} onChange={onChange} />}
      <Group gap="xs">
        {mayEdit && !editing && (
          <Button
            ref={edit}
            size="xs"
            variant="default"
            leftSection={<IconPencil size={14} aria-hidden />}
            onClick={() => setEditing(true)}
          >
            Edit
          </Button>
        )}
        <WatchButton watching={item.watching} onWatch={onWatch} />
        <CopyButton value={addressOf(`/analysis?annotation=${item.id}&project=${item.projectId}`)} what="the link" />
      </Group>
      <ItemFields item={item} members={members} userId={userId} busy={busy} onStatus={onStatus} onChange={onChange} />
      {(item.subject !== null || onChange !== undefined) && (
        <SubjectSection item={item} busy={busy} onChange={onChange} />
      )}
      {tickets}
      <ItemLinks item={item} actions={parts} />
      <ItemFiles item={item} actions={parts} />
      <WatchersSection item={item} userId={userId} />
      <p className={itemStyles["quiet"]} style={{ margin: 0 }}>
        Created <TimeAgo timestamp={item.created_at} /> by{" "}
        <PersonName person={item.creator} userId={userId} agent={item.agent} />
      </p>
      <section>
        <h3>Activity</h3>
        <ItemStream item={item} members={members} userId={userId} actions={parts} busy={busy} onChange={onChange} />
      </section>
      {parts !== undefined && (
        <CommentForm
          label="Comment"
          submit="Comment"
          members={members}
          busy={parts.pending}
          onSend={(text, onSent) => parts.onComment(text, onSent)}
        />
      )}
    </div>
  );
}

interface WatchButtonProps {
  readonly watching: boolean;
  readonly onWatch: (watching: boolean) => void;
}

function WatchButton({ watching, onWatch }: WatchButtonProps) {
  return (
    <Button
      size="xs"
      variant="default"
      aria-pressed={watching}
      leftSection={watching ? <IconEyeOff size={14} aria-hidden /> : <IconEye size={14} aria-hidden />}
      onClick={() => onWatch(!watching)}
    >
      {watching ? "Stop watching" : "Watch"}
    </Button>
  );
}

/** Subject of the item with a button to change it. */
function SubjectSection({ item, busy, onChange }: Pick<ItemDetailProps, "item" | "busy" | "onChange">) {
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      <section>
        <h3>About</h3>
        {item.subject === null ? (
          <span className={itemStyles["quiet"]}>Not linked to anything</span>
        ) : (
          <ItemAbout subject={item.subject} />
        )}{" "}
        {onChange !== undefined && (
          <Button size="compact-sm" variant="default" onClick={() => setChoosing(true)}>
            Change subject
          </Button>
        )}
      </section>
      {choosing && onChange !== undefined && (
        <SubjectDialog
          projectId={item.projectId}
          subject={item.subject}
          busy={busy}
          onClose={() => setChoosing(false)}
          onSave={(subject) => onChange({ kind: "subject", subject }, () => setChoosing(false))}
        />
      )}
    </>
  );
}

function WatchersSection({ item, userId }: Pick<ItemDetailProps, "item" | "userId">) {
  return (
    <section>
      <h3>Watchers</h3>
      {item.watchers.length === 0 ? (
        <span className={itemStyles["quiet"]}>Nobody</span>
      ) : (
        <ul className={styles["people"]}>
          {item.watchers.map((person) => (
            <li key={person.id}>
              <PersonName person={person} userId={userId} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
