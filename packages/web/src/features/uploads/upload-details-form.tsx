import { Button, CloseButton, TextInput } from "@mantine/core";
import panel from "#ui/panel.module.css";
import { useUploads } from "./upload-context.ts";
import { detailFields, tidyDetails } from "./upload-details.ts";
import styles from "./upload-details-form.module.css";

/** What the next uploads are sent with. Nothing waits for it: whoever drops files without it loses nothing. */
export function UploadDetailsForm() {
  const { details, setDetails, setDetailsOpen, pick } = useUploads();
  return (
    <form
      className={`${panel["panel"]} ${styles["form"]}`}
      aria-label="Details of the next uploads"
      onSubmit={(event) => {
        event.preventDefault();
        pick();
      }}
    >
      <div className={styles["head"]}>
        <h2>Details of the next uploads</h2>
        <p>All optional, kept until this tab is closed. Uploads of one build become one report per suite.</p>
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
            value={details[name] ?? ""}
            onChange={({ currentTarget: { value } }) => setDetails({ ...details, [name]: value })}
            onBlur={() => setDetails(tidyDetails(details))}
          />
        ))}
      </div>
      <div className={styles["actions"]}>
        <Button type="submit" size="xs">
          Choose files
        </Button>
        <Button type="button" size="xs" variant="default" onClick={() => setDetails({})}>
          Clear
        </Button>
      </div>
    </form>
  );
}
