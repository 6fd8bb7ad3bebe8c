import { Button, CloseButton, TextInput } from "@mantine/core";
import panel from "#ui/layout/panel.module.css";
import { useUploads } from "./upload-context.ts";
import { detailFields, noDetails, tidyDetails } from "./upload-details.ts";
import { useServerForm } from "#ui/form/server-form.ts";
import styles from "./upload-details-form.module.css";

/** Form for the parameters of the next uploads. All of them are optional. */
export function UploadDetailsForm() {
  const { details, setDetails, setDetailsOpen, pick } = useUploads();
  const form = useServerForm({
    initialValues: { ...noDetails, ...details },
    // Applied immediately, because files may be dropped at any time.
    onValuesChange: (values) => setDetails(tidyDetails(values)),
    error: null,
  });
  return (
    <form
      {...form.element(pick)}
      className={`${panel["panel"]} ${styles["form"]}`}
      aria-label="Suite and branch for the next uploads"
    >
      <div className={styles["head"]}>
        <h2>Suite and branch for the next uploads</h2>
        <p>All optional; kept until you close this tab. Uploads of one build become one report per suite.</p>
        <CloseButton aria-label="Close the details" onClick={() => setDetailsOpen(false)} />
      </div>
      <div className={styles["fields"]}>
        {detailFields.map(({ name, label, maxLength, placeholder }) => (
          <TextInput
            key={name}
            label={label}
            placeholder={placeholder}
            maxLength={maxLength}
            autoComplete="off"
            {...form.getInputProps(name)}
            onBlur={() => form.setValues({ ...noDetails, ...tidyDetails(form.values) })}
          />
        ))}
      </div>
      <div className={styles["actions"]}>
        <Button type="submit" size="xs">
          Choose files
        </Button>
        <Button type="button" size="xs" variant="default" onClick={() => form.setValues(noDetails)}>
          Clear
        </Button>
      </div>
    </form>
  );
}
