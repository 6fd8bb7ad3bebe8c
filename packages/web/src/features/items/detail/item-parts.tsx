import { ActionIcon, Button, Group, TextInput } from "@mantine/core";
import type { AnnotationDetail } from "@plumb/contract/items/annotation-parts.ts";
import { itemLimits } from "@plumb/contract/items/item-labels.ts";
import { IconPaperclip, IconX } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { isWebAddress } from "#lib/address/web-address.ts";
import { cut, formatBytes } from "#lib/format/format.ts";
import { showError } from "#ui/feedback/toast.ts";
import { FilePicker } from "#ui/input/file-picker.tsx";
import type { ItemPartActions } from "./item-part-actions.ts";
import styles from "#features/items/items.module.css";

interface PartsProps {
  readonly item: AnnotationDetail;
  /** `undefined` for users who can only read. */
  readonly actions: ItemPartActions | undefined;
}

/** Linked tracker issues and web pages of an item. */
export function ItemLinks({ item: { links }, actions }: PartsProps) {
  const [adding, setAdding] = useState(false);
  if (links.length === 0 && actions === undefined) return null;
  return (
    <section>
      <h3>Links</h3>
      <ul className={styles["list"]}>
        {links.map(({ id, url, title }) => (
          <li key={id}>
            {isWebAddress(url) ? (
              <a href={url} target="_blank" rel="noreferrer noopener">
                {cut(title, 120)}
              </a>
            ) : (
              cut(title, 120)
            )}
            {actions !== undefined && (
              <ActionIcon
                size="sm"
                variant="subtle"
                color="gray"
                aria-label={`Remove the link ${cut(title, 60)}`}
                onClick={() => actions.onRemoveLink(id)}
              >
                <IconX size={14} aria-hidden />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      {actions !== undefined &&
        (adding ? (
          <LinkForm actions={actions} onClose={() => setAdding(false)} />
        ) : (
          <Button size="compact-sm" variant="subtle" onClick={() => setAdding(true)}>
            Add a link
          </Button>
        ))}
    </section>
  );
}

function LinkForm({ actions, onClose }: { readonly actions: ItemPartActions; readonly onClose: () => void }) {
  const [url, setUrl] = useState("");
  const [title, setTitle] = useState("");
  const isWrong = url !== "" && !/^https:\/\/\S/i.test(url.trim());
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (url.trim() !== "" && !isWrong) actions.onAddLink({ url, title }, onClose);
  };
  return (
    <form onSubmit={send} noValidate>
      <TextInput
        size="xs"
        label="Address"
        placeholder="https://"
        maxLength={itemLimits.linkUrl}
        value={url}
        error={isWrong ? "Enter a full https address" : undefined}
        onChange={({ currentTarget }) => setUrl(currentTarget.value)}
      />
      <TextInput
        size="xs"
        label="Title (optional)"
        maxLength={itemLimits.linkTitle}
        value={title}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
      />
      <Group justify="flex-end" gap="xs" mt={6}>
        <Button size="xs" variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button size="xs" type="submit" loading={actions.pending} disabled={url.trim() === "" || isWrong}>
          Add
        </Button>
      </Group>
    </form>
  );
}

/** Attached files of an item. */
export function ItemFiles({ item: { files }, actions }: PartsProps) {
  if (files.length === 0 && actions === undefined) return null;
  const attach = (file: File) => {
    if (file.size > itemLimits.attachmentBytes) showError("The file is larger than 25 MB. Nothing was attached.");
    else actions?.onAttach(file);
  };
  return (
    <section>
      <h3>Files</h3>
      <ul className={styles["list"]}>
        {files.map(({ id, name, size, url, viewUrl, removable }) => (
          <li key={id}>
            <IconPaperclip size={14} aria-hidden />
            <a href={viewUrl ?? url} target="_blank" rel="noreferrer noopener">
              <bdi>{cut(name, 120)}</bdi>
            </a>
            <span className={styles["quiet"]}>{formatBytes(size)}</span>
            {actions !== undefined && removable && (
              <ActionIcon
                size="sm"
                variant="subtle"
                color="gray"
                aria-label={`Remove the file ${cut(name, 60)}`}
                onClick={() => actions.onDetach(id)}
              >
                <IconX size={14} aria-hidden />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      {actions !== undefined && (
        <FilePicker label="Attached file" onChoose={attach}>
          {(props) => (
            <Button {...props} size="compact-sm" variant="subtle" loading={actions.pending}>
              Attach a file
            </Button>
          )}
        </FilePicker>
      )}
    </section>
  );
}
