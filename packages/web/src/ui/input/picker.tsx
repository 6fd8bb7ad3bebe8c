import { Button, Checkbox, Popover, TextInput } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { cut, formatCount } from "#lib/format/format.ts";
import styles from "./picker.module.css";

/** A longer list of options has a search field. */
const fewOptions = 8;
/** Maximum number of rendered options. Users find the rest by typing. */
const maxShown = 100;

interface PickerProps {
  readonly label: string;
  /** `undefined` while loading. */
  readonly options: readonly string[] | undefined;
  readonly chosen: readonly string[];
  /** Searches the server, for lists where `options` may be incomplete. */
  readonly find?: ((part: string) => Promise<readonly string[]>) | undefined;
  readonly onChange: (chosen: string[]) => void;
}

/** Button that opens a list of options. Users can select several; none selected means all. */
export function Picker({ label, options = [], chosen, find, onChange }: PickerProps) {
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
        <Options label={label} options={options} chosen={chosen} find={find} onChange={onChange} />
      </Popover.Dropdown>
    </Popover>
  );
}

const waitMs = 200;

/** Returns matching options from the server. */
function useFound(part: string, find: PickerProps["find"]): readonly string[] {
  const [found, setFound] = useState<{ readonly part: string; readonly values: readonly string[] } | null>(null);
  const latest = useRef(find);
  useEffect(() => {
    latest.current = find;
  }, [find]);
  useEffect(() => {
    if (part === "") return undefined;
    let left = false;
    const ask = async () => {
      // If the request fails, the loaded options remain.
      const values = (await latest.current?.(part).catch(() => [])) ?? [];
      if (!left) setFound({ part, values });
    };
    const timer = setTimeout(() => void ask(), waitMs);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [part]);
  return found?.part === part ? found.values : [];
}

function Options({ label, options, chosen, find, onChange }: PickerProps & { readonly options: readonly string[] }) {
  const [wanted, setWanted] = useState("");
  const part = wanted.trim().toLowerCase();
  const more = useFound(part, find);
  const found = [...new Set([...options.filter((value) => value.toLowerCase().includes(part)), ...more])];
  const shown = found.slice(0, maxShown);
  // Selected values can be removed even if they are not among the options, because a link may contain unknown values.
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
        <p className={styles["none"]}>{wanted === "" ? "No options" : "No matches"}</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
        <div className={styles["options"]} tabIndex={all.length > fewOptions ? 0 : undefined}>
          {all.map((value) => (
            <Checkbox key={value} size="xs" value={value} label={cut(value, 100)} />
          ))}
        </div>
      )}
      {found.length > maxShown && (
        <p className={styles["none"]}>{`Showing the first ${formatCount(maxShown)}. Type to find others.`}</p>
      )}
    </Checkbox.Group>
  );
}
