import { Menu, UnstyledButton } from "@mantine/core";
import type { User } from "@plumb/contract/people/auth.ts";
import { IconLogout } from "@tabler/icons-react";
import styles from "./user-menu.module.css";
import { initials, displayName } from "#lib/session/shown-name.ts";
import { PersonAvatar } from "#ui/text/person-avatar.tsx";

interface UserMenuProps {
  /** `null` while unknown. */
  readonly user: Pick<User, "displayName" | "name" | "username" | "email"> | null;
  readonly avatarUrl: string | null;
  readonly onSignOut: () => void;
}

/** Menu with the current user and the sign-out button. */
export function UserMenu({ user, avatarUrl, onSignOut }: UserMenuProps) {
  const name = displayName(user);
  return (
    <Menu position="bottom-end" width={240} withinPortal={false}>
      <Menu.Target>
        <UnstyledButton className={styles["target"] ?? ""} aria-label={`${initials(name)}: user menu of ${name}`}>
          <PersonAvatar name={name} url={avatarUrl} size={30} />
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
