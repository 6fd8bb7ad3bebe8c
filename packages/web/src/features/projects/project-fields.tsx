import { Checkbox, Select, Stack, Textarea, TextInput } from "@mantine/core";
import styles from "./project-fields.module.css";
import { fieldLabels, type ProjectDraft, projectStatuses, projectTypes } from "./project-draft.ts";
import type { ServerForm } from "#ui/form/server-form.ts";

interface ProjectFieldsProps {
  readonly form: Pick<ServerForm<ProjectDraft>, "getInputProps">;
  /** Whether to show only the required fields of a new project. */
  readonly essential?: boolean;
}

/** Fields of a project, for the forms that create and edit one. */
export function ProjectFields({ form, essential = false }: ProjectFieldsProps) {
  return (
    <Stack gap="sm">
      <TextInput
        label={fieldLabels.name}
        placeholder="Web shop"
        required
        maxLength={100}
        {...form.getInputProps("name")}
      />
      <Textarea
        label={fieldLabels.description}
        placeholder="What these tests check"
        required
        maxLength={2000}
        rows={2}
        {...form.getInputProps("description")}
      />
      <div className={styles["pair"]}>
        <Select
          label={fieldLabels.type}
          description="Determines the upload examples"
          data={projectTypes}
          {...form.getInputProps("type")}
          allowDeselect={false}
        />
        {!essential && (
          <Select
            label={fieldLabels.status}
            data={projectStatuses}
            {...form.getInputProps("status")}
            allowDeselect={false}
          />
        )}
      </div>
      {!essential && (
        <>
          <TextInput
            type="number"
            inputMode="numeric"
            min={1}
            max={365}
            label={fieldLabels.retentionDays}
            description="How long reports are kept (1 to 365 days)"
            {...form.getInputProps("retentionDays")}
          />
          <Checkbox
            label={fieldLabels.autoCleanup}
            description="Reports older than this are deleted"
            {...form.getInputProps("autoCleanup", { type: "checkbox" })}
          />
          <TextInput
            label={fieldLabels.mainBranches}
            description="Separated by commas. Other branches are compared with these"
            maxLength={2000}
            {...form.getInputProps("mainBranches")}
          />
          <Checkbox
            label={fieldLabels.notifications}
            description="Leads and users are notified when a suite turns red"
            {...form.getInputProps("notifications", { type: "checkbox" })}
          />
          <Checkbox
            label={fieldLabels.badge}
            description="Everyone can see, without an account, how many tests of a branch pass or fail"
            {...form.getInputProps("badge", { type: "checkbox" })}
          />
        </>
      )}
    </Stack>
  );
}
