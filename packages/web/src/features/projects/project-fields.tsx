import { Checkbox, Select, Stack, Textarea, TextInput } from "@mantine/core";
import styles from "./project-fields.module.css";
import { type DraftErrors, fieldWords, type ProjectDraft, projectStatuses, projectTypes } from "./project-draft.ts";

interface ProjectFieldsProps {
  readonly draft: ProjectDraft;
  readonly errors: DraftErrors;
  readonly onChange: (draft: ProjectDraft) => void;
  /** Only what a new project needs to be told. */
  readonly essential?: boolean;
}

/** The fields of a project, for a form that creates or edits one. */
export function ProjectFields({ draft, errors, onChange, essential = false }: ProjectFieldsProps) {
  const set = (change: Partial<ProjectDraft>) => onChange({ ...draft, ...change });
  return (
    <Stack gap="sm">
      <TextInput
        label={fieldWords.name}
        placeholder="Web shop"
        required
        withAsterisk={false}
        maxLength={100}
        value={draft.name}
        error={errors.name}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <Textarea
        label={fieldWords.description}
        placeholder="What these tests check"
        required
        withAsterisk={false}
        maxLength={2000}
        rows={2}
        value={draft.description}
        error={errors.description}
        onChange={({ currentTarget }) => set({ description: currentTarget.value })}
      />
      <div className={styles["pair"]}>
        <Select
          label={fieldWords.type}
          data={projectTypes}
          value={draft.type}
          error={errors.type}
          onChange={(type) => type !== null && set({ type })}
          allowDeselect={false}
        />
        {!essential && (
          <Select
            label={fieldWords.status}
            data={projectStatuses}
            value={draft.status}
            error={errors.status}
            onChange={(status) => status !== null && set({ status })}
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
            label={fieldWords.retentionDays}
            description="How long reports are kept, from 1 to 365 days"
            value={draft.retentionDays}
            error={errors.retentionDays}
            onChange={({ currentTarget }) => set({ retentionDays: currentTarget.value })}
          />
          <Checkbox
            label={fieldWords.autoCleanup}
            description="Reports older than that are deleted"
            checked={draft.autoCleanup}
            onChange={({ currentTarget }) => set({ autoCleanup: currentTarget.checked })}
          />
          <Checkbox
            label={fieldWords.notifications}
            description="Members hear of what happens in this project"
            checked={draft.notifications}
            onChange={({ currentTarget }) => set({ notifications: currentTarget.checked })}
          />
        </>
      )}
    </Stack>
  );
}
