import { Button } from "@mantine/core";
import { IconUserPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import { InvitationsPanel } from "#features/invitations/invitations-panel.tsx";
import { ledProjectsQuery } from "#features/invitations/invitations.queries.ts";
import { InviteDialog } from "#features/invitations/invite-dialog.tsx";
import { projectsQuery } from "#features/projects/projects.queries.ts";
import { UsersPanel } from "#features/users/users-panel.tsx";
import type { SettingsSearch } from "./settings-search.ts";

/** Accounts and invitations. Leads see only the invitations to their projects. */
export function UsersTab({ admin }: { readonly admin: boolean }) {
  const { q, status, invitations, project } = useSearch({ from: "/guarded/settings" });
  const navigate = useNavigate({ from: "/settings" });
  const all = useQuery({ ...projectsQuery, enabled: admin });
  const led = useQuery({ ...ledProjectsQuery, enabled: !admin });
  const projects = admin ? all : led;
  const [inviting, setInviting] = useState(false);
  const change = useCallback(
    (next: Partial<SettingsSearch>) =>
      void navigate({ search: (search) => ({ ...search, ...next }), replace: true, resetScroll: false }),
    [navigate],
  );
  const onSearch = useCallback((text: string) => change({ q: text.trim() === "" ? undefined : text }), [change]);
  const invite = (
    <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => setInviting(true)}>
      Invite User
    </Button>
  );
  return (
    <div style={{ display: "grid", gap: 28 }}>
      {admin && (
        <UsersPanel
          filter={{ search: q, status }}
          onSearch={onSearch}
          onStatus={(next) => change({ status: next })}
          actions={invite}
        />
      )}
      <InvitationsPanel
        filter={{ status: invitations, projectId: project }}
        onStatus={(next) => change({ invitations: next })}
        projects={projects.data}
        onProject={(next) => change({ project: next })}
        actions={admin ? null : invite}
      />
      <InviteDialog
        opened={inviting}
        onClose={() => setInviting(false)}
        mayInviteToSystem={admin}
        projects={projects}
      />
    </div>
  );
}
