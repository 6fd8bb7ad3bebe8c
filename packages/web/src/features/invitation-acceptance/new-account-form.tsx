import { Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { newAccountErrors } from "@plumb/contract/people/invitations.ts";
import type { ReactNode } from "react";
import type { Acceptance, Offer } from "./invitation.queries.ts";
import { InvitationFacts } from "./invitation-facts.tsx";
import { FormRefusal } from "#ui/form/form-refusal.tsx";
import { useServerForm } from "#ui/form/server-form.ts";
import words from "#ui/layout/entry-words.module.css";

interface NewAccountFormProps {
  readonly offer: Offer;
  /** Email address of the account signed in here; `null` if there is none. */
  readonly signedInAs: string | null;
  readonly onSubmit: (acceptance: Acceptance) => void;
  readonly busy: boolean;
  /** Error of the last submit; `null` if there was none. */
  readonly error: unknown;
  /** Help after a failure. */
  readonly help?: ReactNode;
}

/** Form that accepts an invitation by creating an account. */
export function NewAccountForm({ offer, signedInAs, onSubmit, busy, error, help }: NewAccountFormProps) {
  const form = useServerForm<Acceptance & { readonly confirmation: string }>({
    initialValues: { name: offer.email.split("@")[0] ?? "", password: "", confirmation: "" },
    validate: (values) => ({
      ...newAccountErrors(values),
      ...(values.password !== values.confirmation && { confirmation: "Passwords do not match" }),
    }),
    error,
  });
  return (
    <form
      {...form.element(({ name, password }) => onSubmit({ name: name.trim(), password }))}
      aria-label="Accept invitation"
    >
      <Stack gap="sm">
        <h2 className={words["title"]}>Accept Invitation</h2>
        <InvitationFacts offer={offer} />
        {signedInAs !== null && (
          <p className={words["text"]}>
            You are signed in as <strong>{signedInAs}</strong>. Accepting signs you in with the new account instead.
          </p>
        )}
        <FormRefusal refusal={form.refusal} fallback="Failed to accept invitation">
          {help}
        </FormRefusal>
        {/* Lets password managers store the password with the address. */}
        <input type="text" name="username" autoComplete="username" value={offer.email} readOnly hidden />
        <TextInput
          label="Full name"
          autoComplete="name"
          required
          withAsterisk={false}
          maxLength={100}
          {...form.getInputProps("name")}
        />
        <PasswordInput
          label="Password"
          description="At least 6 characters; 12 or more recommended"
          autoComplete="new-password"
          required
          withAsterisk={false}
          visibilityToggleButtonProps={{ "aria-label": "Show or hide the password", tabIndex: 0 }}
          {...form.getInputProps("password")}
        />
        <PasswordInput
          label="Confirm password"
          autoComplete="new-password"
          required
          withAsterisk={false}
          visibilityToggleButtonProps={{ "aria-label": "Show or hide the confirmation", tabIndex: 0 }}
          {...form.getInputProps("confirmation")}
        />
        <Button type="submit" loading={busy} fullWidth mt={4}>
          Accept invitation
        </Button>
      </Stack>
    </form>
  );
}
