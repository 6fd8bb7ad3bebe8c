import { Avatar, Menu, UnstyledButton } from "@mantine/core";
import type { User } from "@plumb/contract/auth.ts";
import { IconLogout } from "@tabler/icons-react";
import { shownName } from "./shown-name.ts";
import styles from "./user-menu.module.css";
import { imageAddress } from "#lib/image-address.ts";

interface UserMenuProps {
  /** Null while it is not known. */
  readonly user: Pick<User, "displayName" | "name" | "username" | "email"> | null;
  readonly avatarUrl: string | null;
  readonly onSignOut: () => void;
}

/** Who is signed in, and the way out. */
export function UserMenu({ user, avatarUrl, onSignOut }: UserMenuProps) {
  const name = shownName(user);
  return (
    <Menu position="bottom-end" width={240} withinPortal>
      <Menu.Target>
        <UnstyledButton className={styles["target"] ?? ""} aria-label={`${initials(name)}: user menu of ${name}`}>
          <Avatar
            size={30}
            radius="xl"
            color="brand"
            variant="filled"
            src={imageAddress(avatarUrl, location.origin)}
            name={name}
            alt=""
          >
            {initials(name)}
          </Avatar>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className={styles["who"] ?? ""}>
          <span className={styles["name"]}>{name}</span>
          {user !== null && <span>{user.email}</span>}
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={onSignOut}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== "");
  // By whole characters: half an emoji is none.
  const letters = words.length > 1 ? words.slice(0, 2).map((word) => /^./u.exec(word)?.[0]) : /^..?/u.exec(name);
  return (letters ?? []).join("").toUpperCase();
}
