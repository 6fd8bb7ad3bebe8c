import { CloseButton, Kbd, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useShortcuts } from "#lib/keys/shortcut.ts";

const usualWaitMs = 250;
/** Limit of the server. */
const maxLength = 200;

interface SearchBoxProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Pause in typing before the search starts, in milliseconds. */
  readonly waitMs?: number;
}

/** Search field that waits for a pause in typing. `/` focuses it. */
export function SearchBox({ label, value, onChange, waitMs = usualWaitMs }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState(value);
  const [sent, setSent] = useState(value);
  // The address changed elsewhere, by Back or a link, so the typed text is replaced.
  if (value !== sent) {
    setSent(value);
    setDraft(value);
  }
  useEffect(() => {
    if (draft === sent) return undefined;
    const timer = setTimeout(() => {
      setSent(draft);
      onChange(draft);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [draft, sent, onChange, waitMs]);
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
      style={{ flex: "1 1 170px", maxWidth: 420 }}
    />
  );
}
