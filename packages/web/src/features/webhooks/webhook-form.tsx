import { Button, Checkbox, Group, PasswordInput, Radio, Stack, TextInput } from "@mantine/core";
import type { Webhook, WebhookEvent } from "@plumb/contract/integrations/webhooks.ts";
import { type FormEvent, useState } from "react";
import { addressProblem, eventWords, offeredEvents } from "./webhook-words.ts";
import type { NewWebhook } from "./webhooks.queries.ts";
import { fieldErrors } from "#lib/api/field-errors.ts";
import { FormError } from "#ui/form-error.tsx";

/** The server's limits. */
const secretLength = { min: 16, max: 200 } as const;

interface WebhookFormProps {
  /** The webhook that is changed; null for a new one. */
  readonly webhook: Webhook | null;
  readonly pending: boolean;
  readonly error: unknown;
  readonly onSubmit: (given: NewWebhook) => void;
  readonly onCancel: () => void;
}

/** Where a webhook leads, what it is told, and the secret that signs it. A stored secret that is left empty stays. */
export function WebhookForm({ webhook, pending, error, onSubmit, onCancel }: WebhookFormProps) {
  const [url, setUrl] = useState(webhook?.url ?? "");
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhook?.events ?? ["run.failed", "failure.new"]);
  const [ownSecret, setOwnSecret] = useState(webhook !== null);
  const [secret, setSecret] = useState("");
  const [tried, setTried] = useState(false);
  const refused = fieldErrors(error, ["url", "events", "secret"]);
  const wrong = {
    url: addressProblem(url),
    events: events.length === 0 ? "Choose at least one event" : null,
    secret:
      !ownSecret || (webhook !== null && secret === "") || secret.length >= secretLength.min
        ? null
        : `The secret must have at least ${secretLength.min} characters`,
  };
  const shown = (field: keyof typeof wrong) => (tried ? wrong[field] : null) ?? refused[field];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const first = (["url", "events", "secret"] as const).find((field) => wrong[field] !== null);
    if (first === undefined)
      onSubmit({ url: url.trim(), events: [...events], ...(ownSecret && secret !== "" && { secret }) });
    else (event.currentTarget as HTMLFormElement).querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };
  return (
    <form onSubmit={submit} noValidate aria-label={webhook === null ? "Add Webhook" : "Edit webhook"}>
      <Stack gap="md">
        {error !== null && Object.keys(refused).length === 0 && (
          <FormError error={error} fallback="Failed to save the webhook" />
        )}
        <TextInput
          type="url"
          name="url"
          label="URL"
          placeholder="https://hooks.example.org/plumb"
          autoComplete="off"
          spellCheck={false}
          maxLength={2000}
          data-autofocus
          value={url}
          onChange={({ currentTarget }) => setUrl(currentTarget.value)}
          description={
            /^http:/i.test(url.trim())
              ? "Without TLS whoever is on the way can read what is sent: better use https://"
              : "Gets a POST with JSON"
          }
          error={shown("url")}
        />
        <Checkbox.Group
          label="Events"
          value={[...events]}
          onChange={(chosen) => setEvents(offeredEvents.filter((event) => chosen.includes(event)))}
          error={shown("events")}
        >
          <Stack gap={8} mt={6} mb={4}>
            {offeredEvents.map((event) => (
              <Checkbox
                key={event}
                name="events"
                value={event}
                label={eventWords[event].word}
                description={eventWords[event].what}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        {webhook === null && (
          <Radio.Group
            label="Secret"
            description="Signs what is sent, so that the receiver knows where it comes from"
            value={ownSecret ? "own" : "made"}
            onChange={(value) => setOwnSecret(value === "own")}
          >
            <Group mt={6} gap="lg">
              <Radio value="made" label="Make one for me" />
              <Radio value="own" label="Use my own" />
            </Group>
          </Radio.Group>
        )}
        {ownSecret && (
          <PasswordInput
            name="secret"
            label={webhook === null ? "Own secret" : "New secret"}
            placeholder={webhook === null ? "" : "Stored; leave empty to keep it"}
            description={`At least ${secretLength.min} characters`}
            autoComplete="new-password"
            maxLength={secretLength.max}
            value={secret}
            onChange={({ currentTarget }) => setSecret(currentTarget.value)}
            error={shown("secret")}
            visibilityToggleButtonProps={{ "aria-label": "Show the secret" }}
          />
        )}
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
