import { Button } from "@mantine/core";
import { IconCamera } from "@tabler/icons-react";
import styles from "./avatar-field.module.css";
import { pictureTypes } from "./avatar-file.ts";
import { FilePicker } from "#ui/input/file-picker.tsx";
import { PersonAvatar } from "#ui/text/person-avatar.tsx";

interface AvatarFieldProps {
  readonly name: string;
  readonly url: string | null;
  readonly pending: boolean;
  /** Error of the last change; `null` if it succeeded. */
  readonly error: string | null;
  readonly onChoose: (file: File) => void;
  readonly onRemove: () => void;
}

/** Picture with buttons to change and remove it. */
export function AvatarField({ name, url, pending, error, onChoose, onRemove }: AvatarFieldProps) {
  return (
    <div className={styles["field"]}>
      <PersonAvatar name={name} url={url} size={112} />
      <div className={styles["actions"]}>
        <FilePicker accept={pictureTypes} label="Avatar file" onChoose={onChoose}>
          {(props) => (
            <Button
              {...props}
              size="xs"
              variant="default"
              loading={pending}
              leftSection={<IconCamera size={14} aria-hidden />}
              aria-describedby="avatar-hint"
            >
              Change avatar
            </Button>
          )}
        </FilePicker>
        {url !== null && (
          <Button size="xs" variant="subtle" disabled={pending} onClick={onRemove}>
            Remove avatar
          </Button>
        )}
      </div>
      <p id="avatar-hint" className={styles["hint"]}>
        PNG, JPG, or WebP up to 5MB
      </p>
      {error !== null && (
        <p role="alert" className={styles["error"]}>
          {error}
        </p>
      )}
    </div>
  );
}
