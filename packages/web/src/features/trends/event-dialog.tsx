import { Button, Group, Select, Stack, TextInput } from "@mantine/core";
import { blankErrors } from "@plumb/contract/field-errors.ts";
import type { NewTrendEvent, TrendEventKind } from "@plumb/contract/trends/events.ts";
import { FormRefusal } from "#ui/form/form-refusal.tsx";
import { useServerForm } from "#ui/form/server-form.ts";
import { FormDialog } from "#ui/form/form-dialog.tsx";
import { eventKinds, eventStyles } from "#ui/charts/event-styles.ts";

interface EventFormProps {
  readonly environments: readonly string[];
  readonly error: unknown;
  readonly saving: boolean;
  readonly onSave: (event: NewTrendEvent) => void;
}

export function EventForm({ environments, error, saving, onSave }: EventFormProps) {
  const form = useServerForm<{
    kind: TrendEventKind;
    title: string;
    at: string;
    environment: string | null;
    url: string;
  }>({
    initialValues: { kind: "deploy", title: "", at: "", environment: null, url: "" },
    validate: (values) => blankErrors({ title: values.title }, ["title"]),
    error,
  });
  const element = form.element(({ kind, title, at, environment, url }) =>
    onSave({
      kind,
      title,
      environment,
      // The field uses the time zone of the device.
      ...(at !== "" && { at: new Date(at).toISOString() }),
      ...(url.trim() !== "" && { url }),
    }),
  );
  return (
    <form {...element} aria-label="Add event">
      <Stack gap="sm">
        <FormRefusal refusal={form.refusal} fallback="Failed to add the event" />
        <Select
          label="Kind"
          data={eventKinds.map((kind) => ({ value: kind, label: eventStyles[kind].word }))}
          allowDeselect={false}
          {...form.getInputProps("kind")}
        />
        <TextInput
          label="Title"
          placeholder="Shop 2.4.1"
          data-autofocus
          maxLength={200}
          {...form.getInputProps("title")}
        />
        <TextInput
          type="datetime-local"
          label="When"
          description="In the time zone of this device; leave empty for the current time"
          max="9998-12-31T00:00"
          {...form.getInputProps("at")}
        />
        <Select
          label="Environment"
          placeholder="All environments"
          data={[...environments]}
          clearable
          searchable
          {...form.getInputProps("environment")}
        />
        <TextInput type="url" label="Link" placeholder="https://" maxLength={2000} {...form.getInputProps("url")} />
        <Group justify="flex-end">
          <Button type="submit" loading={saving}>
            Add event
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface EventDialogProps extends EventFormProps {
  readonly onClose: () => void;
}

export function EventDialog({ onClose, ...form }: EventDialogProps) {
  return (
    <FormDialog opened onClose={onClose} title="Add event" centered>
      <EventForm {...form} />
    </FormDialog>
  );
}
