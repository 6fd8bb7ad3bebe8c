import { Button, Checkbox, Group, NativeSelect, Select, Stack, TextInput } from "@mantine/core";
import { type BackupSchedule, maxRetainedBackups, weekdays } from "@plumb/contract/administration/backups.ts";
import type { FieldErrors } from "@plumb/contract/field-errors.ts";
import styles from "./backups.module.css";
import { FormRefusal } from "#ui/form/form-refusal.tsx";
import { type ServerForm, useServerForm } from "#ui/form/server-form.ts";
import panel from "#ui/layout/panel.module.css";

/** Form values, with the number as typed text. */
export interface ScheduleValues {
  readonly enabled: boolean;
  readonly weekday: string;
  readonly time: string;
  readonly timeZone: string;
  readonly keep: string;
}

const everyDay = "day";

export function scheduleValues({ enabled, weekday, time, timeZone, keep }: BackupSchedule): ScheduleValues {
  return { enabled, weekday: weekday ?? everyDay, time, timeZone, keep: String(keep) };
}

function scheduleOf({ weekday, keep, ...rest }: ScheduleValues): BackupSchedule {
  return { ...rest, weekday: weekdays.find((day) => day === weekday) ?? null, keep: Number(keep) };
}

/** @param error Error of the last save; `null` if it succeeded. */
export function useScheduleForm(schedule: BackupSchedule, error: unknown): ServerForm<ScheduleValues> {
  return useServerForm<ScheduleValues>({ initialValues: scheduleValues(schedule), validate: wrongFields, error });
}

function wrongFields({ time, keep }: ScheduleValues): FieldErrors {
  return {
    ...(!/^([01]\d|2[0-3]):[0-5]\d$/.test(time) && { time: "Enter a time such as 02:30" }),
    ...(!(/^\d{1,3}$/.test(keep.trim()) && Number(keep) >= 1 && Number(keep) <= maxRetainedBackups) && {
      keep: `Enter a number from 1 to ${maxRetainedBackups}`,
    }),
  };
}

const frequencies = [
  { value: everyDay, label: "Every day" },
  ...weekdays.map((day) => ({ value: day, label: `Every ${day[0]?.toUpperCase()}${day.slice(1)}` })),
];

interface BackupScheduleFormProps {
  readonly form: ServerForm<ScheduleValues>;
  readonly saving: boolean;
  readonly onSave: (schedule: BackupSchedule) => void;
}

/** Form for when backups are made, and how many are kept. */
export function BackupScheduleForm({ form, saving, onSave }: BackupScheduleFormProps) {
  const zones = [...new Set(["UTC", form.values.timeZone, ...Intl.supportedValuesOf("timeZone")])];
  return (
    <form {...form.element((values) => onSave(scheduleOf(values)))} aria-label="Schedule">
      <fieldset className={`${panel["panel"]} ${panel["group"]}`}>
        <legend>Schedule</legend>
        <Stack gap="md">
          <FormRefusal refusal={form.refusal} fallback="Failed to save the schedule" />
          <Checkbox label="Make backups on a schedule" {...form.getInputProps("enabled", { type: "checkbox" })} />
          <div className={styles["fields"]}>
            <Select label="How often" data={frequencies} allowDeselect={false} {...form.getInputProps("weekday")} />
            <TextInput label="Time" type="time" {...form.getInputProps("time")} />
            <NativeSelect label="Time zone" data={zones} {...form.getInputProps("timeZone")} />
            <TextInput label="Backups to keep" inputMode="numeric" maxLength={3} {...form.getInputProps("keep")} />
          </div>
          <p className={styles["note"]}>
            After each backup, all but the latest ones are removed, with the files that no other backup needs. This also
            applies to backups that you start here or from the command line.
          </p>
          <Group gap="md">
            <Button type="submit" loading={saving}>
              Save
            </Button>
            {form.isDirty() && <span className={styles["quiet"]}>Unsaved changes</span>}
          </Group>
        </Stack>
      </fieldset>
    </form>
  );
}
