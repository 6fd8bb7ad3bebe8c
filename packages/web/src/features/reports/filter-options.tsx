import { Checkbox, TextInput } from "@mantine/core";
import { useState } from "react";
import { cut, formatCount } from "#lib/format/format.ts";
import styles from "./filter-form.module.css";

/** A longer list of options scrolls and has a search field. */
const fewOptions = 8;
/** Maximum number of rendered options. Users find the rest by typing. */
const maxVisible = 100;

interface FilterOptionsProps {
  readonly label: string;
  /** All options, or those that contain the last text passed to `onFind`. */
  readonly options: readonly string[];
  readonly chosen: readonly string[];
  /** Returns the label of an option, if it differs from the value. */
  readonly wordOf?: ((option: string) => string) | undefined;
  readonly onChange: (chosen: string[]) => void;
  readonly onFind: (text: string) => void;
}

/** Checkboxes for the options. A long list can be searched. */
export function FilterOptions({ label, options, chosen, wordOf = short, onChange, onFind }: FilterOptionsProps) {
  const [requested, setRequested] = useState("");
  const visible = options.slice(0, maxVisible);
  // Selected values can be removed even if they are not among the options, because a link may contain unknown values.
  const all = [...chosen.filter((value) => !visible.includes(value)), ...visible];
  const searchable = requested !== "" || options.length > fewOptions;
  return (
    <Checkbox.Group label={label} value={[...chosen]} onChange={onChange}>
      {searchable && (
        <TextInput
          type="search"
          size="xs"
          mt={4}
          aria-label={`Find in ${label}`}
          placeholder="Find…"
          maxLength={200}
          value={requested}
          onChange={({ currentTarget: { value } }) => {
            setRequested(value);
            onFind(value);
          }}
          // Keeps Enter from submitting the form.
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        />
      )}
      {all.length === 0 ? (
        <p className={styles["none"]}>{requested === "" ? "No options yet" : "No matches"}</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
        <div className={styles["options"]} tabIndex={all.length > fewOptions ? 0 : undefined}>
          {all.map((value) => (
            <Checkbox
              key={value}
              size="xs"
              value={value}
              label={wordOf(value)}
              classNames={{ label: styles["label"] ?? "" }}
            />
          ))}
        </div>
      )}
      {options.length > maxVisible && (
        <p className={styles["none"]}>{`Showing the first ${formatCount(maxVisible)}. Type to find others.`}</p>
      )}
    </Checkbox.Group>
  );
}

function short(option: string): string {
  return cut(option, 100);
}
