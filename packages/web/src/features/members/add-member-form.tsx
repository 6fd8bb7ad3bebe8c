import { Button, Group, Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { ProjectRole } from "@plumb/contract/people/auth.ts";
import type { Candidate } from "@plumb/contract/projects/members.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { roleChoices } from "./member-act.ts";
import { candidatesQuery, useAddMember } from "./members.queries.ts";
import { memberName } from "#lib/session/member-label.ts";
import { FormError } from "#ui/form-error.tsx";
import { showSuccess } from "#ui/toast.ts";

const debounceMs = 200;

/** Finds an account by what it is called and makes it a member. */
export function AddMemberForm({ projectId }: { readonly projectId: number }) {
  const add = useAddMember(projectId);
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<Candidate | null>(null);
  const [roleKey, setRoleKey] = useState<ProjectRole>("USER");
  const [wanted] = useDebouncedValue(typed, debounceMs);
  const search = chosen !== null && typed === labelOf(chosen) ? "" : wanted.trim();
  const found = useQuery({ ...candidatesQuery(projectId, search), placeholderData: keepPreviousData });
  const candidates = search === "" ? [] : (found.data ?? []);
  const listed =
    chosen === null || candidates.some(({ id }) => id === chosen.id) ? candidates : [chosen, ...candidates];

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen === null) return;
    const said = `${memberName(chosen)} was added`;
    add.mutate(
      { userId: chosen.id, roleKey },
      {
        onSuccess: () => {
          showSuccess(said);
          setChosen(null);
          setTyped("");
        },
      },
    );
  };
  return (
    <form onSubmit={submit} aria-label="Add a member">
      {add.isError && <FormError error={add.error} fallback="Failed to add the member" />}
      <Group gap="sm" align="flex-end">
        <Select
          label="Add somebody who has an account"
          placeholder="Name or e-mail address"
          searchable
          clearable
          data={listed.map((candidate) => ({ value: String(candidate.id), label: labelOf(candidate) }))}
          // The server has searched: by the user name as well, which the label does not show.
          filter={({ options }) => options}
          value={chosen === null ? null : String(chosen.id)}
          onChange={(id) => setChosen(listed.find((candidate) => String(candidate.id) === id) ?? null)}
          searchValue={typed}
          onSearchChange={setTyped}
          nothingFoundMessage={nothing(search, found)}
          clearButtonProps={{ "aria-label": "Clear" }}
          maxDropdownHeight={280}
          style={{ flex: "1 1 260px" }}
        />
        <Select
          label="Role"
          data={roleChoices}
          value={roleKey}
          onChange={(role) => role !== null && setRoleKey(role)}
          allowDeselect={false}
          w={120}
        />
        <Button type="submit" disabled={chosen === null} loading={add.isPending}>
          Add
        </Button>
      </Group>
    </form>
  );
}

function labelOf(candidate: Candidate): string {
  const name = memberName(candidate);
  return name === candidate.email ? name : `${name} <${candidate.email}>`;
}

function nothing(search: string, found: { readonly isError: boolean; readonly isFetching: boolean }): string {
  if (search === "") return "Type a part of the name or address";
  if (found.isError) return "The accounts cannot be searched now";
  return found.isFetching ? "Searching…" : "No other account is called that. An invitation creates one.";
}
