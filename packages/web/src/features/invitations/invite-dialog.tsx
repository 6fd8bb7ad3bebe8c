import { Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { InvitationLink } from "./invitation-link.tsx";
import { invitationRolesQuery, useCreateInvitation } from "./invitations.queries.ts";
import { type Fetched, InviteForm, type InviteProject } from "./invite-form.tsx";
import { refusalText } from "#lib/api/error-text.ts";
import { showError, showSuccess } from "#ui/feedback/toast.ts";
import { FormDialog } from "#ui/form/form-dialog.tsx";

interface InviteDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Set if the dialog invites members to this project. */
  readonly project?: InviteProject | undefined;
  /** Only administrators can invite to the system. */
  readonly mayInviteToSystem: boolean;
  /** Projects to choose from. Not used if the dialog is for one project. */
  readonly projects?: Fetched<InviteProject>;
}

const noProjects: Fetched<InviteProject> = { data: undefined, isError: false };

/** Invites a user to the system or a project, then shows the link. On a project's page, it invites to that project. */
export function InviteDialog({ opened, onClose, ...place }: InviteDialogProps) {
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={place.project === undefined ? "Invite User" : `Invite User to ${place.project.name}`}
      centered
    >
      <Invite onClose={onClose} {...place} />
    </FormDialog>
  );
}

function Invite({ onClose, project, mayInviteToSystem, projects = noProjects }: Omit<InviteDialogProps, "opened">) {
  const systemRoles = useQuery({
    ...invitationRolesQuery("system"),
    enabled: mayInviteToSystem && project === undefined,
  });
  const projectRoles = useQuery(invitationRolesQuery("project"));
  const create = useCreateInvitation();
  if (create.data !== undefined) {
    return (
      <>
        <InvitationLink sent={create.data} />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={() => create.reset()}>
            Invite another
          </Button>
          <Button onClick={onClose}>Done</Button>
        </Group>
      </>
    );
  }
  return (
    <InviteForm
      project={project}
      mayInviteToSystem={mayInviteToSystem}
      projects={projects}
      systemRoles={systemRoles}
      projectRoles={projectRoles}
      pending={create.isPending}
      error={create.error}
      onSubmit={(invitation) =>
        create.mutate(invitation, {
          onSuccess: () => showSuccess("Invitation sent successfully!"),
          onError: (error) => showError(refusalText(error, "Failed to send invitation")),
        })
      }
      onCancel={onClose}
    />
  );
}
