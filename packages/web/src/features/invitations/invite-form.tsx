import { Alert, Button, Group, Radio, Select, Stack, TextInput } from "@mantine/core";
import { blankErrors, type FieldErrors } from "@plumb/contract/field-errors.ts";
import { inviteMessages, type Role } from "@plumb/contract/people/invitations.ts";
import type { NewInvitation } from "./invitations.queries.ts";
import { FormRefusal } from "#ui/form/form-refusal.tsx";
import { type ServerForm, useServerForm } from "#ui/form/server-form.ts";

export interface InviteProject {
  readonly id: number;
  readonly name: string;
}

/** List that is `undefined` until it has loaded. */
export interface Fetched<Item> {
  readonly data: readonly Item[] | undefined;
  readonly isError: boolean;
}

interface InviteFormProps {
  /** Set if the dialog was opened for one project. */
  readonly project: InviteProject | undefined;
  /** Leads can invite only to their projects. */
  readonly mayInviteToSystem: boolean;
  readonly projects: Fetched<InviteProject>;
  readonly systemRoles: Fetched<Role>;
  readonly projectRoles: Fetched<Role>;
  readonly pending: boolean;
  /** Error of the last submit; `null` if there was none. */
  readonly error: unknown;
  readonly onSubmit: (invitation: NewInvitation) => void;
  readonly onCancel: () => void;
}

interface Values {
  readonly kind: "system" | "project";
  readonly email: string;
  readonly projectId: string | null;
  readonly roleId: string | null;
  readonly projectRoleId: string | null;
}

/** Form with the user, target and role of an invitation. */
export function InviteForm(props: InviteFormProps) {
  const { project, mayInviteToSystem, projects, systemRoles, projectRoles, pending, error, onSubmit, onCancel } = props;
  const form = useServerForm<Values>({
    initialValues: {
      kind: project === undefined && mayInviteToSystem ? "system" : "project",
      email: "",
      projectId: project === undefined ? null : String(project.id),
      roleId: null,
      projectRoleId: null,
    },
    validate: missing,
    error,
  });
  const { kind } = form.values;
  return (
    <form {...form.element((values) => onSubmit(invitationOf(values)))} aria-label="Invite User">
      <Stack gap="sm">
        <FormRefusal refusal={form.refusal} fallback="Failed to send invitation" />
        {project === undefined && mayInviteToSystem && <KindField form={form} />}
        <TextInput
          type="email"
          label="Email"
          placeholder="jane.doe@example.org"
          autoComplete="off"
          required
          withAsterisk={false}
          maxLength={320}
          data-autofocus
          {...form.getInputProps("email")}
        />
        {kind === "project" && project === undefined && <ProjectField form={form} projects={projects} />}
        <RoleField form={form} roles={kind === "system" ? systemRoles : projectRoles} />
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

/** Choice between the server and a project. */
function KindField({ form }: { readonly form: ServerForm<Values> }) {
  return (
    <Radio.Group
      label="Type"
      {...form.getInputProps("kind")}
      onChange={(value) => {
        form.setFieldValue("kind", value === "project" ? "project" : "system");
        form.clearErrors();
      }}
    >
      <Group mt={6} gap="lg">
        <Radio value="system" label="System user" />
        <Radio value="project" label="Project member" />
      </Group>
    </Radio.Group>
  );
}

interface ProjectFieldProps {
  readonly form: ServerForm<Values>;
  readonly projects: Fetched<InviteProject>;
}

function ProjectField({ form, projects }: ProjectFieldProps) {
  return (
    <>
      {projects.isError && <Refused text="Failed to load projects" />}
      <Select
        label="Project"
        placeholder="Select a project"
        data={(projects.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        disabled={projects.data === undefined}
        searchable
        nothingFoundMessage="No projects found"
        {...form.getInputProps("projectId")}
      />
    </>
  );
}

/** Role on the server or in the project, with its description. */
function RoleField({ form, roles }: { readonly form: ServerForm<Values>; readonly roles: Fetched<Role> }) {
  const { kind } = form.values;
  const roleField = kind === "system" ? "roleId" : "projectRoleId";
  const role = roles.data?.find(({ id }) => String(id) === form.values[roleField]);
  return (
    <>
      {roles.isError && <Refused text="Failed to load roles" />}
      <Select
        key={roleField}
        label={kind === "system" ? "Role" : "Project role"}
        placeholder="Select a role"
        data={(roles.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        disabled={roles.data === undefined}
        {...form.getInputProps(roleField)}
        description={role?.description ?? "Choose a role to see what it allows"}
      />
    </>
  );
}

function missing(values: Values): FieldErrors {
  const { kind, projectId, roleId, projectRoleId } = values;
  return {
    ...blankErrors(values, ["email"]),
    ...(kind === "project" && projectId === null && { projectId: inviteMessages.project }),
    ...(kind === "project" && projectRoleId === null && { projectRoleId: inviteMessages.projectRole }),
    ...(kind === "system" && roleId === null && { roleId: inviteMessages.role }),
  };
}

function invitationOf({ kind, email, projectId, roleId, projectRoleId }: Values): NewInvitation {
  return kind === "system"
    ? { email, roleId: Number(roleId) }
    : { email, projectId: Number(projectId), projectRoleId: Number(projectRoleId) };
}

function Refused({ text }: { readonly text: string }) {
  return (
    <Alert color="red" variant="light" role="alert">
      {text}
    </Alert>
  );
}
