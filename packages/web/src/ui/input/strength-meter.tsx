import { VisuallyHidden } from "@mantine/core";
import { passwordStrength } from "#lib/session/password-strength.ts";
import styles from "./strength-meter.module.css";

const steps = [1, 2, 3, 4, 5] as const;

/** Strength of a password in five steps, with a label. Reserves its space while the field is empty. */
export function StrengthMeter({ password }: { readonly password: string }) {
  const { met, label } = passwordStrength(password);
  const empty = password === "";
  return (
    <div className={styles["meter"]}>
      <VisuallyHidden>
        <meter
          aria-label="Password strength"
          min={0}
          max={5}
          value={met}
          aria-valuetext={empty ? "No password entered" : label}
        />
      </VisuallyHidden>
      <div className={styles["steps"]} data-label={label} aria-hidden>
        {steps.map((step) => (
          <span key={step} data-on={step <= met} />
        ))}
      </div>
      <span className={styles["strength"]}>{empty ? "" : label}</span>
    </div>
  );
}
