import { PasswordInput } from "@mantine/core";
import type { NewPassword } from "@plumb/contract/people/profile.ts";
import { IconCheck, IconCircle, IconX } from "@tabler/icons-react";
import type { ReactNode, RefObject } from "react";
import { passwordRequirements } from "#lib/session/password-strength.ts";
import type { ServerForm } from "#ui/form/server-form.ts";
import styles from "./new-password-fields.module.css";
import { StrengthMeter } from "./strength-meter.tsx";
import { withRoom } from "#ui/form/with-room.ts";

interface NewPasswordFieldsProps {
  readonly form: Pick<
    ServerForm<NewPassword>,
    "values" | "errors" | "getInputProps" | "setFieldValue" | "clearFieldError"
  >;
  readonly first?: RefObject<HTMLInputElement | null>;
}

/** Fields for a new password and its repetition, with the requirements. Errors appear after a field loses the focus. */
export function NewPasswordFields({ form, first }: NewPasswordFieldsProps) {
  const { newPassword, confirmPassword } = form.values;
  const field = (name: keyof NewPassword) => ({
    maxLength: 1024,
    autoComplete: "new-password",
    visibilityToggleButtonProps: { "aria-label": "Show or hide the password", tabIndex: 0 },
    ...form.getInputProps(name),
    ...withRoom(form.errors[name]),
  });
  return (
    <div className={styles["fields"]}>
      <PasswordInput
        label="New Password"
        {...(first !== undefined && { ref: first })}
        {...field("newPassword")}
        onChange={({ currentTarget }) => {
          form.setFieldValue("newPassword", currentTarget.value);
          // Checks again whether the two passwords match.
          form.clearFieldError("confirmPassword");
        }}
        inputContainer={withBelow(<StrengthMeter password={newPassword} />)}
      />
      <PasswordInput
        label="Confirm New Password"
        {...field("confirmPassword")}
        inputContainer={withBelow(
          <output className={styles["match"]}>
            {form.errors["confirmPassword"] === undefined && newPassword !== "" && confirmPassword !== "" && (
              <Match same={newPassword === confirmPassword} />
            )}
          </output>,
        )}
      />
      <Requirements password={newPassword} />
    </div>
  );
}

/** Adds content between an input and its error. */
function withBelow(content: ReactNode) {
  return (input: ReactNode) => (
    <>
      {input}
      {content}
    </>
  );
}

function Match({ same }: { readonly same: boolean }) {
  return (
    <span className={same ? styles["met"] : styles["unmet"]}>
      {same ? <IconCheck size={15} aria-hidden /> : <IconX size={15} aria-hidden />}
      {same ? "Passwords match" : "Passwords do not match"}
    </span>
  );
}

function Requirements({ password }: { readonly password: string }) {
  return (
    <div className={styles["requirements"]}>
      <h3>Password requirements</h3>
      <ul>
        {passwordRequirements(password).map(({ text, met }) => (
          <li key={text} className={met ? styles["met"] : undefined}>
            {met ? <IconCheck size={15} aria-label="Met:" /> : <IconCircle size={15} aria-label="Not met:" />}
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}
