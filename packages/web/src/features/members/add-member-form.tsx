import { Button, Group, Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { ProjectRole } from "@plumb/contract/people/auth.ts";
import type { Candidate } from "@plumb/contract/projects/members.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { roleChoices } from "./member-action.ts";
import { candidatesQuery, useAddMember } from "./members.queries.ts";
import { memberName } from "#lib/session/member-label.ts";
import { FormRefusal } from "#ui/form/form-refusal.tsx";
import { useServerForm } from "#ui/form/server-form.ts";
import { showSuccess } from "#ui/feedback/toast.ts";

const debounceMs = 200;

/** Form that finds an account by name and adds it as a member. */
export function AddMemberForm({ projectId }: { readonly projectId: number }) {
  const add = useAddMember(projectId);
  const [typed, setTyped] = useState("");
  const form = useServerForm<{ userId: string | null; roleKey: ProjectRole }>({
    initialValues: { userId: null, roleKey: "USER" },
    validate: { userId: (value) => value === null && "Choose a person" },
    error: add.error,
  });
  const [chosen, setChosen] = useState<Candidate | null>(null);
  const [requested] = useDebouncedValue(typed, debounceMs);
  const search = chosen !== null && typed === labelOf(chosen) ? "" : requested.trim();
  const found = useQuery({ ...candidatesQuery(projectId, search), placeholderData: keepPreviousData });
  const candidates = search === "" ? [] : (found.data ?? []);
  const listed =
    chosen === null || candidates.some(({ id }) => id === chosen.id) ? candidates : [chosen, ...candidates];

  const element = form.element(({ roleKey }) => {
    if (chosen === null) return;
    const message = `${memberName(chosen)} was added`;
    add.mutate(
      { userId: chosen.id, roleKey },
      {
        onSuccess: () => {
          showSuccess(message);
          setChosen(null);
          setTyped("");
          form.setFieldValue("userId", null);
        },
      },
    );
  });
  return (
    <form {...element} aria-label="Add a member">
      <FormRefusal refusal={form.refusal} fallback="Failed to add the member" />
      <Group gap="sm" align="flex-start">
        <Select
          label="Add someone who has an account"
          placeholder="Name or email address"
          searchable
          clearable
          data={listed.map((candidate) => ({ value: String(candidate.id), label: labelOf(candidate) }))}
          // The server has already filtered the options, including by user name, which the label does not contain.
          filter={({ options }) => options}
          {...form.getInputProps("userId")}
          onChange={(id: string | null) => {
            form.setFieldValue("userId", id);
            setChosen(listed.find((candidate) => String(candidate.id) === id) ?? null);
          }}
          searchValue={typed}
          onSearchChange={setTyped}
          nothingFoundMessage={nothing(search, found)}
          clearButtonProps={{ "aria-label": "Clear" }}
          maxDropdownHeight={280}
          style={{ flex: "1 1 260px" }}
        />
        <Select label="Role" data={roleChoices} {...form.getInputProps("roleKey")} allowDeselect={false} w={120} />
        <Button type="submit" disabled={chosen === null} loading={add.isPending} mt={25}>
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
  if (search === "") return "Type part of a name or address";
  if (found.isError) return "The accounts cannot be searched right now";
  return found.isFetching ? "Searching…" : "No other account matches. Invite this person to create an account.";
}
