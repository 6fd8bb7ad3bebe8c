import { TextInput } from "@mantine/core";
import { colorAdvice } from "./color-advice.ts";
import styles from "./general-form.module.css";

const wrongColor = "Write the colour as # and six hexadecimal digits";

interface ColorFieldProps {
  readonly color: string;
  readonly onChange: (color: string) => void;
}

/** The brand's colour, typed or picked, and what becomes of it in both themes. */
export function ColorField({ color, onChange }: ColorFieldProps) {
  const advice = colorAdvice(color);
  return (
    <div>
      <div className={styles["color"]}>
        <TextInput
          label="Primary colour"
          description="Every accent of the interface derives from it"
          required
          withAsterisk={false}
          maxLength={7}
          spellCheck={false}
          value={color}
          onChange={({ currentTarget }) => onChange(currentTarget.value.trim())}
          error={advice === null}
        />
        <input
          type="color"
          aria-label="Pick the primary colour"
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
          <output className={styles["advice"]}>
            {advice.adjusted.length > 0 &&
              `Adjusted so that everything can be read. This colour is ${advice.adjusted.join("; and ")}.`}
          </output>
        </>
      )}
    </div>
  );
}
