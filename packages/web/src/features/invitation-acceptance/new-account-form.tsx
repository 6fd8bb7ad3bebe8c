import { Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import { acceptanceErrors } from "./acceptance-errors.ts";
import type { Acceptance, Offer } from "./invitation.queries.ts";
import { InvitationFacts } from "./invitation-facts.tsx";
import words from "#ui/entry-words.module.css";

interface NewAccountFormProps {
  readonly offer: Offer;
  /** The address of the account that is signed in here; null if none is. */
  readonly signedInAs: string | null;
  readonly onSubmit: (acceptance: Acceptance) => void;
  readonly busy: boolean;
  readonly error?: ReactNode;
}

/** Accepts an invitation by creating its account. */
export function NewAccountForm({ offer, signedInAs, onSubmit, busy, error }: NewAccountFormProps) {
  const [name, setName] = useState(offer.email.split("@")[0] ?? "");
  const [password, setPassword] = useState("");
  const [confirmation, setConfirmation] = useState("");
  const [submitted, setSubmitted] = useState(false);
  const fields = { name, password, confirmation };
  const errors = acceptanceErrors(fields);
  // Nobody is told off while still typing.
  const shown = submitted ? errors : {};

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSubmitted(true);
    const [first] = Object.keys(errors);
    if (first === undefined) onSubmit({ name: name.trim(), password });
    else event.currentTarget.querySelector<HTMLInputElement>(`input[name=${first}]`)?.focus();
  };

  return (
    <form onSubmit={submit} aria-label="Accept invitation" noValidate>
      <Stack gap="sm">
        <h2 className={words["title"]}>Accept Invitation</h2>
        <InvitationFacts offer={offer} />
        {signedInAs !== null && (
          <p className={words["text"]}>
            You are signed in as <strong>{signedInAs}</strong>. Accepting signs you in with the new account instead.
          </p>
        )}
        {error}
        {/* So that password managers keep the password under the address. */}
        <input type="text" name="username" autoComplete="username" value={offer.email} readOnly hidden />
        <TextInput
          name="name"
          label="Full name"
          autoComplete="name"
          required
          withAsterisk={false}
          maxLength={100}
          value={name}
          error={shown.name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <PasswordInput
          name="password"
          label="Password"
          description="At least 6 characters"
          autoComplete="new-password"
          required
          withAsterisk={false}
          visibilityToggleButtonProps={{ "aria-label": "Show or hide the password", tabIndex: 0 }}
          value={password}
          error={shown.password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        <PasswordInput
          name="confirmation"
          label="Confirm password"
          autoComplete="new-password"
          required
          withAsterisk={false}
          visibilityToggleButtonProps={{ "aria-label": "Show or hide the confirmation", tabIndex: 0 }}
          value={confirmation}
          error={shown.confirmation}
          onChange={({ currentTarget }) => setConfirmation(currentTarget.value)}
        />
        <Button type="submit" loading={busy} fullWidth mt={4}>
          Accept invitation
        </Button>
      </Stack>
    </form>
  );
}
