import { Alert, Button, Group, Radio, Select, Stack, TextInput } from "@mantine/core";
import type { Role } from "@plumb/contract/people/invitations.ts";
import { type FormEvent, useState } from "react";
import type { NewInvitation } from "./invitations.queries.ts";
import { FormError } from "#ui/form-error.tsx";

export interface InviteProject {
  readonly id: number;
  readonly name: string;
}

/** A list that is fetched: undefined until it is there. */
export interface Fetched<Item> {
  readonly data: readonly Item[] | undefined;
  readonly isError: boolean;
}

interface InviteFormProps {
  /** Set where the dialog was opened for one project. */
  readonly project: InviteProject | undefined;
  /** Leads invite into their projects only. */
  readonly mayInviteToSystem: boolean;
  readonly projects: Fetched<InviteProject>;
  readonly systemRoles: Fetched<Role>;
  readonly projectRoles: Fetched<Role>;
  readonly pending: boolean;
  /** Why the last try was refused; null if it was not. */
  readonly error: unknown;
  readonly onSubmit: (invitation: NewInvitation) => void;
  readonly onCancel: () => void;
}

type Kind = "system" | "project";

/** Whom to invite, where to, and as what. */
export function InviteForm(props: InviteFormProps) {
  const { project, mayInviteToSystem, projects, systemRoles, projectRoles, pending, error, onSubmit, onCancel } = props;
  const [kind, setKind] = useState<Kind>(project === undefined && mayInviteToSystem ? "system" : "project");
  const [email, setEmail] = useState("");
  const [projectId, setProjectId] = useState<string | null>(project === undefined ? null : String(project.id));
  const [roleId, setRoleId] = useState<Record<Kind, string | null>>({ system: null, project: null });
  const [tried, setTried] = useState(false);
  const roles = kind === "system" ? systemRoles : projectRoles;
  const role = roles.data?.find(({ id }) => String(id) === roleId[kind]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (role === undefined) return;
    if (kind === "system") onSubmit({ email, roleId: role.id });
    else if (projectId !== null) onSubmit({ email, projectId: Number(projectId), projectRoleId: role.id });
  };

  return (
    <form onSubmit={submit} aria-label="Invite User">
      <Stack gap="sm">
        {error !== null && <FormError error={error} fallback="Failed to send invitation" />}
        {project === undefined && mayInviteToSystem && (
          <Radio.Group label="Type" value={kind} onChange={setKind}>
            <Group mt={6} gap="lg">
              <Radio value="system" label="System user" />
              <Radio value="project" label="Project member" />
            </Group>
          </Radio.Group>
        )}
        <TextInput
          type="email"
          label="Email"
          placeholder="jane.doe@example.org"
          autoComplete="off"
          required
          withAsterisk={false}
          maxLength={320}
          data-autofocus
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        {kind === "project" && project === undefined && (
          <>
            {projects.isError && <Refused text="Failed to load projects" />}
            <Select
              label="Project"
              placeholder="Select a project"
              data={(projects.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
              disabled={projects.data === undefined}
              searchable
              nothingFoundMessage="No projects found"
              value={projectId}
              onChange={setProjectId}
              error={tried && projectId === null ? "Please select a project" : undefined}
            />
          </>
        )}
        {roles.isError && <Refused text="Failed to load roles" />}
        <Select
          key={kind}
          label={kind === "system" ? "Role" : "Project role"}
          placeholder="Select a role"
          data={(roles.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          disabled={roles.data === undefined}
          value={roleId[kind]}
          onChange={(value) => setRoleId({ ...roleId, [kind]: value })}
          description={role?.description ?? "What they may do"}
          error={tried && role === undefined ? roleMissing[kind] : undefined}
        />
        <Group justify="flex-end" mt="xs">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={pending}>
            Send Invitation
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const roleMissing = { system: "Please select a role", project: "Please select a project role" } as const;

function Refused({ text }: { readonly text: string }) {
  return (
    <Alert color="red" variant="light" role="alert">
      {text}
    </Alert>
  );
}
