import { CloseButton, Kbd, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useShortcuts } from "#lib/keys/shortcut.ts";

const usualWaitMs = 250;
/** The server's limit. */
const maxLength = 200;

interface SearchBoxProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** How long the typing pauses. */
  readonly waitMs?: number;
}

/** A search that waits until the typing pauses. `/` puts the cursor here. */
export function SearchBox({ label, value, onChange, waitMs = usualWaitMs }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState(value);
  const [told, setTold] = useState(value);
  // The address changed without us (back, a link): what was typed gives way.
  if (value !== told) {
    setTold(value);
    setDraft(value);
  }
  useEffect(() => {
    if (draft === told) return undefined;
    const timer = setTimeout(() => {
      setTold(draft);
      onChange(draft);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [draft, told, onChange, waitMs]);
  useShortcuts([{ key: "/", label, run: () => input.current?.focus() }]);
  return (
    <TextInput
      ref={input}
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={maxLength}
      value={draft}
      onChange={({ currentTarget }) => setDraft(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === "Escape") event.currentTarget.blur();
      }}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        draft === "" ? (
          <Kbd aria-hidden>/</Kbd>
        ) : (
          <CloseButton size="sm" aria-label="Clear the search" onClick={() => setDraft("")} />
        )
      }
      style={{ flex: "1 1 220px", maxWidth: 420 }}
    />
  );
}
