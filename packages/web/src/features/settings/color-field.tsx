import { TextInput } from "@mantine/core";
import { wrongColor } from "@plumb/contract/administration/settings.ts";
import { colorAdvice } from "./color-advice.ts";
import styles from "./general-form.module.css";
import type { ServerForm } from "#ui/form/server-form.ts";

interface ColorFieldProps {
  readonly form: ServerForm<{ readonly primaryColor: string }>;
}

/** Field for the brand's colour, typed or picked, with a preview of the derived colours in both themes. */
export function ColorField({ form }: ColorFieldProps) {
  const color = form.values.primaryColor;
  const onChange = (next: string) => form.setFieldValue("primaryColor", next.trim());
  const advice = colorAdvice(color);
  return (
    <div>
      <div className={styles["color"]}>
        <TextInput
          label="Primary colour"
          description="All accent colors are derived from it"
          required
          withAsterisk={false}
          maxLength={7}
          spellCheck={false}
          {...form.getInputProps("primaryColor")}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          // The message is below both inputs.
          error={advice === null}
        />
        <input
          type="color"
          aria-label="Pick the primary color"
          value={advice === null ? "#000000" : color.toLowerCase()}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      </div>
      {advice === null && (
        <p className={styles["wrong"]} role="alert">
          {wrongColor}
        </p>
      )}
      {advice !== null && (
        <>
          <div className={styles["samples"]} aria-hidden>
            <span className={styles["lightSample"]} style={{ color: advice.inkLight }}>
              Light theme
            </span>
            <span className={styles["darkSample"]} style={{ color: advice.inkDark }}>
              Dark theme
            </span>
          </div>
          <output className={styles["advice"]}>{advice.adjusted.length > 0 && advice.adjusted.join(" ")}</output>
        </>
      )}
    </div>
  );
}
