import { Checkbox, type CheckboxGroupProps } from "@mantine/core";
import { appliedText, eventGroups, eventWords } from "./rule-words.ts";
import styles from "./rules.module.css";

/** Checkboxes for the events of a rule. */
export function EventFields(props: Omit<CheckboxGroupProps, "children">) {
  return (
    <Checkbox.Group label="Events" {...props}>
      {eventGroups.map(({ label, events }) => (
        <fieldset key={label} className={styles["events"]}>
          <legend>{label}</legend>
          <p>{appliedText(events)}</p>
          {events.map((event) => (
            <Checkbox key={event} value={event} label={eventWords[event].word} description={eventWords[event].what} />
          ))}
        </fieldset>
      ))}
    </Checkbox.Group>
  );
}
