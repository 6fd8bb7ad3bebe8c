import { Button } from "@mantine/core";
import { IconUserPlus } from "@tabler/icons-react";
import { useState } from "react";
import { InvitationsPanel } from "#features/invitations/invitations-panel.tsx";
import { InviteDialog } from "#features/invitations/invite-dialog.tsx";
import type { InvitationStatus } from "@plumb/contract/people/invitations.ts";

interface ProjectInvitationsProps {
  readonly project: { readonly id: number; readonly name: string };
  readonly status: InvitationStatus | undefined;
  readonly onStatus: (status: InvitationStatus | undefined) => void;
}

/** Invitations to a project, for leads. */
export function ProjectInvitations({ project, status, onStatus }: ProjectInvitationsProps) {
  const [inviting, setInviting] = useState(false);
  return (
    <div style={{ marginTop: 28 }}>
      <InvitationsPanel
        filter={{ status, projectId: project.id }}
        onStatus={onStatus}
        actions={
          <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => setInviting(true)}>
            Invite User
          </Button>
        }
      />
      <InviteDialog opened={inviting} onClose={() => setInviting(false)} mayInviteToSystem={false} project={project} />
    </div>
  );
}
