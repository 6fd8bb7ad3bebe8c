import { Button, Checkbox, Popover, TextInput } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { cut, formatCount } from "#lib/format/format.ts";
import styles from "./picker.module.css";

/** A longer list of options has a search field. */
const fewOptions = 8;
/** Maximum number of rendered options. Users find the rest by typing. */
const maxVisible = 100;

export interface PickerProps {
  readonly label: string;
  /** `undefined` while loading, or after a failure: `find` then loads them when the list is opened. */
  readonly options: readonly string[] | undefined;
  readonly chosen: readonly string[];
  /** Searches the server, for lists where `options` are missing or may be incomplete. */
  readonly find?: ((part: string) => Promise<readonly string[]>) | undefined;
  readonly onChange: (chosen: string[]) => void;
}

/** Button that opens a list of options. Users can select several; none selected means all. */
export function Picker({ label, options, chosen, find, onChange }: PickerProps) {
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
        <PickerOptions label={label} options={options} chosen={chosen} find={find} onChange={onChange} />
      </Popover.Dropdown>
    </Popover>
  );
}

const waitMs = 200;

interface FoundOptions {
  readonly part: string;
  /** `null` if the request failed. */
  readonly values: readonly string[] | null;
}

/**
 * Returns matching options from the server; `null` before the response.
 *
 * @param missing Whether to load the options even if nothing is typed.
 */
function useFound(part: string, find: PickerProps["find"], missing: boolean): FoundOptions | null {
  const [found, setFound] = useState<FoundOptions | null>(null);
  const latest = useRef(find);
  useEffect(() => {
    latest.current = find;
  }, [find]);
  useEffect(() => {
    if (part === "" && !missing) return undefined;
    let left = false;
    const ask = async () => {
      const request = latest.current?.(part) ?? Promise.resolve([]);
      const values = await request.catch(() => null);
      if (!left) setFound({ part, values });
    };
    const timer = setTimeout(() => void ask(), part === "" ? 0 : waitMs);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [part, missing]);
  return found?.part === part ? found : null;
}

/** List of options with checkboxes. */
export function PickerOptions({ label, options: loaded, chosen, find, onChange }: PickerProps) {
  const [requested, setRequested] = useState("");
  const part = requested.trim().toLowerCase();
  const options = loaded ?? [];
  const more = useFound(part, find, loaded === undefined);
  const found = [
    ...new Set([...options.filter((value) => value.toLowerCase().includes(part)), ...(more?.values ?? [])]),
  ];
  const visible = found.slice(0, maxVisible);
  // Selected values can be removed even if they are not among the options, because a link may contain unknown values.
  const all = [...chosen.filter((value) => !visible.includes(value)), ...visible];
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
          value={requested}
          onChange={({ currentTarget: { value } }) => setRequested(value)}
        />
      )}
      {more?.values === null && (
        <p className={styles["none"]} role="alert">
          Failed to load the options. Close the list and open it again.
        </p>
      )}
      {all.length === 0 ? (
        more?.values !== null && (
          <p className={styles["none"]}>
            {loaded === undefined && more === null ? "Loading…" : requested === "" ? "No options" : "No matches"}
          </p>
        )
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to reach scrolling content
        <div className={styles["options"]} tabIndex={all.length > fewOptions ? 0 : undefined}>
          {all.map((value) => (
            <Checkbox key={value} size="xs" value={value} label={cut(value, 100)} />
          ))}
        </div>
      )}
      {found.length > maxVisible && (
        <p className={styles["none"]}>{`Showing the first ${formatCount(maxVisible)}. Type to find others.`}</p>
      )}
    </Checkbox.Group>
  );
}
