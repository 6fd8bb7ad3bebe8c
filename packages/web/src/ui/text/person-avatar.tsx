import { Avatar } from "@mantine/core";
import { imageAddress } from "#lib/address/image-address.ts";
import { initials } from "#lib/session/shown-name.ts";
import styles from "./person-avatar.module.css";

interface PersonAvatarProps {
  readonly name: string;
  /** Address from the server; `null` shows the initials. */
  readonly url: string | null;
  /** In pixels. */
  readonly size: number;
}

/** A user's picture or initials. Hidden from screen readers, because the name is next to it. */
export function PersonAvatar({ name, url, size }: PersonAvatarProps) {
  return (
    <Avatar
      className={styles["avatar"] ?? ""}
      size={size}
      radius="50%"
      color="brand"
      variant="filled"
      src={imageAddress(url, location.origin)}
      name={name}
      alt=""
    >
      {initials(name)}
    </Avatar>
  );
}
