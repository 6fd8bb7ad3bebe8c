import { Button, Checkbox, Popover, TextInput } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useState } from "react";
import { cut, formatCount } from "#lib/format/format.ts";
import styles from "./picker.module.css";

/** More than this many can be searched. */
const fewOptions = 8;
/** So many are drawn: whoever looks for another one types what it contains. */
const mostShown = 100;

interface PickerProps {
  readonly label: string;
  /** Undefined while they are on their way. */
  readonly options: readonly string[] | undefined;
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void;
}

/** A button that opens options of which several can be chosen; none chosen means all. */
export function Picker({ label, options = [], chosen, onChange }: PickerProps) {
  const count = chosen.length === 0 ? "" : `: ${chosen.length === 1 ? cut(chosen[0] ?? "", 24) : chosen.length}`;
  return (
    <Popover position="bottom-start" width={260} trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Button
          variant={chosen.length === 0 ? "default" : "light"}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          className={styles["button"] ?? ""}
        >
          {`${label}${count}`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label} p="sm">
        <Options label={label} options={options} chosen={chosen} onChange={onChange} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Options({ label, options, chosen, onChange }: PickerProps & { readonly options: readonly string[] }) {
  const [wanted, setWanted] = useState("");
  const part = wanted.trim().toLowerCase();
  const found = options.filter((value) => value.toLowerCase().includes(part));
  const shown = found.slice(0, mostShown);
  // What is chosen can be taken away also where it is not among them: a link may name what never ran.
  const all = [...chosen.filter((value) => !shown.includes(value)), ...shown];
  return (
    <Checkbox.Group aria-label={label} value={[...chosen]} onChange={onChange}>
      {options.length > fewOptions && (
        <TextInput
          type="search"
          size="xs"
          mb={6}
          aria-label={`Find in ${label}`}
          placeholder="Find…"
          maxLength={200}
          value={wanted}
          onChange={({ currentTarget: { value } }) => setWanted(value)}
        />
      )}
      {all.length === 0 ? (
        <p className={styles["none"]}>{wanted === "" ? "Nothing to choose" : "None contains this"}</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
        <div className={styles["options"]} tabIndex={all.length > fewOptions ? 0 : undefined}>
          {all.map((value) => (
            <Checkbox key={value} size="xs" value={value} label={cut(value, 100)} />
          ))}
        </div>
      )}
      {found.length > mostShown && (
        <p className={styles["none"]}>{`The first ${formatCount(mostShown)}. Type to find others.`}</p>
      )}
    </Checkbox.Group>
  );
}
