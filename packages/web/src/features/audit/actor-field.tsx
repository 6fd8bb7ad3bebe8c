import { Autocomplete } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { actorsQuery } from "./audit.queries.ts";

interface ActorFieldProps {
  /** Email address. */
  readonly actor: string | undefined;
  readonly onChange: (actor: string | undefined) => void;
}

/** Whose acts are shown: an address that is chosen from the accounts, or typed and sent by Enter or on leaving. */
export function ActorField({ actor, onChange }: ActorFieldProps) {
  const [draft, setDraft] = useState(actor ?? "");
  const [told, setTold] = useState(actor);
  // The address of the page changed without us (back, a link, a click in the list).
  if (actor !== told) {
    setTold(actor);
    setDraft(actor ?? "");
  }
  const { data: addresses = [] } = useQuery(actorsQuery(draft.trim()));
  const tell = (text: string) => {
    const next = text.trim() === "" ? undefined : text.trim();
    if (next !== actor) onChange(next);
  };
  return (
    <Autocomplete
      label="Who"
      placeholder="Email address"
      data={addresses}
      // The server has searched already, in names as well.
      filter={({ options }) => options}
      maxLength={320}
      value={draft}
      onChange={setDraft}
      onOptionSubmit={tell}
      onBlur={() => tell(draft)}
      onKeyDown={(event) => {
        if (event.key === "Enter") tell(event.currentTarget.value);
      }}
      clearable
      clearButtonProps={{ "aria-label": "Show everyone's events" }}
      onClear={() => tell("")}
      size="sm"
    />
  );
}
