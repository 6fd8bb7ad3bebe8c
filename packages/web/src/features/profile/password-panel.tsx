import { Button } from "@mantine/core";
import { useState } from "react";
import { PasswordForm } from "./password-form.tsx";
import styles from "./password.module.css";
import { useChangePassword } from "./profile.queries.ts";
import { useReturnedFocus } from "#lib/keys/returned-focus.ts";
import panel from "#ui/layout/panel.module.css";

interface PasswordPanelProps {
  /** Email address of the account, for password managers. */
  readonly email: string;
  readonly onChanged: () => void;
}

/** Button that opens the form to change the password. */
export function PasswordPanel({ email, onChanged }: PasswordPanelProps) {
  const [open, setOpen] = useState(false);
  const change = useChangePassword();
  const opener = useReturnedFocus(open);
  const close = () => {
    change.reset();
    setOpen(false);
  };
  return (
    <section className={panel["panel"]} aria-label="Password">
      <div className={panel["head"]}>
        <h2>Password</h2>
        {!open && (
          <Button
            ref={opener}
            className={panel["right"] ?? ""}
            size="xs"
            variant="default"
            onClick={() => setOpen(true)}
          >
            Change Password
          </Button>
        )}
      </div>
      <p className={styles["note"]}>Changing your password signs you out everywhere else.</p>
      {open && (
        <PasswordForm
          email={email}
          pending={change.isPending}
          error={change.error}
          onSubmit={(passwords) =>
            change.mutate(passwords, {
              onSuccess: () => {
                close();
                onChanged();
              },
            })
          }
          onCancel={close}
        />
      )}
    </section>
  );
}
