import { Checkbox, TextInput } from "@mantine/core";
import { useState } from "react";
import { cut, formatCount } from "#lib/format/format.ts";
import styles from "./filter-form.module.css";

/** More than this many scroll, and can be searched. */
const fewOptions = 8;
/** Maximum rendered options; typing finds others. */
const maxShown = 100;

interface FilterOptionsProps {
  readonly label: string;
  /** All of them, or the ones that contain the last text passed to `onFind`. */
  readonly options: readonly string[];
  readonly chosen: readonly string[];
  /** How an option reads, where that is not its value. */
  readonly wordOf?: ((option: string) => string) | undefined;
  readonly onChange: (chosen: string[]) => void;
  readonly onFind: (text: string) => void;
}

/** Options of which several can be chosen; of many, those that contain what is typed. */
export function FilterOptions({ label, options, chosen, wordOf = short, onChange, onFind }: FilterOptionsProps) {
  const [wanted, setWanted] = useState("");
  const shown = options.slice(0, maxShown);
  // What is chosen can be taken away also where it is not among them: a link may name what no report has (any more).
  const all = [...chosen.filter((value) => !shown.includes(value)), ...shown];
  const searchable = wanted !== "" || options.length > fewOptions;
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
          value={wanted}
          onChange={({ currentTarget: { value } }) => {
            setWanted(value);
            onFind(value);
          }}
          // That would apply the filters.
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        />
      )}
      {all.length === 0 ? (
        <p className={styles["none"]}>{wanted === "" ? "Nothing to choose yet" : "None contains this"}</p>
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
      {options.length > maxShown && (
        <p className={styles["none"]}>{`The first ${formatCount(maxShown)}. Type to find others.`}</p>
      )}
    </Checkbox.Group>
  );
}

function short(option: string): string {
  return cut(option, 100);
}
