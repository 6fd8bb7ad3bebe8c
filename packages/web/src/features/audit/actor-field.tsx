import { Autocomplete } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { actorsQuery } from "./audit.queries.ts";

interface ActorFieldProps {
  /** Email address. */
  readonly actor: string | undefined;
  readonly onChange: (actor: string | undefined) => void;
}

/** Filter by user. Users select the address of an account, or type one and confirm it with Enter or by leaving the field. */
export function ActorField({ actor, onChange }: ActorFieldProps) {
  const [draft, setDraft] = useState(actor ?? "");
  const [sent, setSent] = useState(actor);
  // The address of the page changed elsewhere, by Back, a link or a click in the list.
  if (actor !== sent) {
    setSent(actor);
    setDraft(actor ?? "");
  }
  const { data: addresses = [] } = useQuery(actorsQuery(draft.trim()));
  const send = (text: string) => {
    const next = text.trim() === "" ? undefined : text.trim();
    if (next !== actor) onChange(next);
  };
  return (
    <Autocomplete
      label="Who"
      placeholder="Email address"
      data={addresses}
      // The server has already filtered the options, also by name.
      filter={({ options }) => options}
      maxLength={320}
      value={draft}
      onChange={setDraft}
      onOptionSubmit={send}
      onBlur={() => send(draft)}
      onKeyDown={(event) => {
        if (event.key === "Enter") send(event.currentTarget.value);
      }}
      clearable
      clearButtonProps={{ "aria-label": "Show everyone's events" }}
      onClear={() => send("")}
      size="sm"
    />
  );
}
