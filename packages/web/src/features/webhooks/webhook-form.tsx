import { Button, Checkbox, Group, PasswordInput, Radio, Stack, TextInput } from "@mantine/core";
import { secretLength, type Webhook, webhookErrors, type WebhookEvent } from "@plumb/contract/integrations/webhooks.ts";
import { eventLabels, offeredEvents } from "./webhook-labels.ts";
import type { NewWebhook } from "./webhooks.queries.ts";
import { FormRefusal } from "#ui/form/form-refusal.tsx";
import { type ServerForm, useServerForm } from "#ui/form/server-form.ts";

interface WebhookFormProps {
  /** Webhook to change; `null` for a new one. */
  readonly webhook: Webhook | null;
  readonly pending: boolean;
  readonly error: unknown;
  readonly onSubmit: (input: NewWebhook) => void;
  readonly onCancel: () => void;
}

interface Values {
  readonly url: string;
  readonly events: WebhookEvent[];
  /** Whether the server generates the secret (`made`) or the user enters it (`own`). */
  readonly own: "made" | "own";
  readonly secret: string;
}

/** Omits the secret if the server generates or keeps it. */
function setBy({ url, events, own, secret }: Values, webhook: Webhook | null): NewWebhook {
  const input = own === "own" && (webhook === null || secret !== "");
  return { url: url.trim(), events, ...(input && { secret }) };
}

/** Form for the address, events and secret of a webhook. An empty field keeps the stored secret. */
export function WebhookForm({ webhook, pending, error, onSubmit, onCancel }: WebhookFormProps) {
  const form = useServerForm<Values>({
    initialValues: {
      url: webhook?.url ?? "",
      events: [...(webhook?.events ?? (["run.failed", "failure.new"] as const))],
      own: webhook === null ? "made" : "own",
      secret: "",
    },
    validate: (values) => webhookErrors(setBy(values, webhook)),
    error,
  });
  const { url } = form.values;
  return (
    <form
      {...form.element((values) => onSubmit(setBy(values, webhook)))}
      aria-label={webhook === null ? "Add Webhook" : "Edit webhook"}
    >
      <Stack gap="md">
        <FormRefusal refusal={form.refusal} fallback="Failed to save the webhook" />
        <TextInput
          type="url"
          label="URL"
          placeholder="https://hooks.example.org/plumb"
          autoComplete="off"
          spellCheck={false}
          maxLength={2000}
          data-autofocus
          {...form.getInputProps("url")}
          description={
            /^http:/i.test(url.trim())
              ? "Without TLS, anyone on the network path can read what is sent. Use https:// if you can."
              : "Receives a JSON POST request"
          }
        />
        <EventFields form={form} />
        <SecretFields form={form} webhook={webhook} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={pending}>
            {webhook === null ? "Add Webhook" : "Save"}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Events to deliver. */
function EventFields({ form }: { readonly form: ServerForm<Values> }) {
  return (
    <Checkbox.Group
      label="Events"
      {...form.getInputProps("events")}
      onChange={(chosen) =>
        form.setFieldValue(
          "events",
          offeredEvents.filter((event) => chosen.includes(event)),
        )
      }
    >
      <Stack gap={8} mt={6} mb={4}>
        {offeredEvents.map((event) => (
          <Checkbox key={event} value={event} label={eventLabels[event].word} description={eventLabels[event].what} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

/** Choice between a generated secret and one from the user. For an existing webhook, it replaces the secret. */
function SecretFields({ form, webhook }: { readonly form: ServerForm<Values>; readonly webhook: Webhook | null }) {
  const { own } = form.values;
  return (
    <>
      {webhook === null && (
        <Radio.Group
          label="Secret"
          description="Signs each delivery so that the receiver can verify where it comes from"
          {...form.getInputProps("own")}
        >
          <Group mt={6} gap="lg">
            <Radio value="made" label="Generate one" />
            <Radio value="own" label="Use my own" />
          </Group>
        </Radio.Group>
      )}
      {own === "own" && (
        <PasswordInput
          label={webhook === null ? "Your secret" : "New secret"}
          placeholder={webhook === null ? "" : "Stored; leave empty to keep it"}
          description={`At least ${secretLength.min} characters`}
          autoComplete="new-password"
          maxLength={secretLength.max}
          {...form.getInputProps("secret")}
          visibilityToggleButtonProps={{ "aria-label": "Show the secret" }}
        />
      )}
    </>
  );
}
