import { Avatar, Menu, UnstyledButton } from "@mantine/core";
import { IconLogout } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { ownAccountQuery, useSignOut } from "./session.queries.ts";
import { shownName } from "./shown-name.ts";

/** Who is signed in, and the way out. */
export function UserMenu({ onSignedOut }: { readonly onSignedOut: () => void }) {
  const { data: user } = useQuery(ownAccountQuery);
  const signOut = useSignOut();
  const name = shownName(user ?? null);
  return (
    <Menu position="bottom-end" width={240} withinPortal>
      <Menu.Target>
        <UnstyledButton aria-label={`${initials(name)}: user menu of ${name}`}>
          <Avatar size={30} radius="xl" color="brand" variant="filled" name={name} alt="">
            {initials(name)}
          </Avatar>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label style={{ overflowWrap: "anywhere", color: "var(--ink-2)" }}>{user?.email ?? name}</Menu.Label>
        <Menu.Item
          leftSection={<IconLogout size={16} aria-hidden />}
          onClick={() => signOut.mutate(undefined, { onSettled: onSignedOut })}
        >
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== "");
  const letters = words.length > 1 ? words.slice(0, 2).map((word) => word[0] ?? "") : [name.slice(0, 2)];
  return letters.join("").toUpperCase();
}
