import { MultiSelect, NativeSelect, TextInput } from "@mantine/core";
import type { TicketField } from "@plumb/contract/integrations/tickets.ts";
import type { FieldValues } from "./tickets.queries.ts";
import styles from "./tickets.module.css";

interface FieldsProps {
  readonly fields: readonly TicketField[];
  readonly values: FieldValues;
  readonly onChange: (id: string, value: string | string[]) => void;
}

/** Fields of the tracker; optional ones are folded. */
export function Fields({ fields, values, onChange }: FieldsProps) {
  const input = (field: TicketField) => (
    <FieldInput key={field.id} field={field} value={values[field.id]} onChange={(value) => onChange(field.id, value)} />
  );
  const optional = fields.filter(({ required }) => !required);
  return (
    <>
      <div className={styles["fields"]}>{fields.filter(({ required }) => required).map(input)}</div>
      {optional.length > 0 && (
        <details>
          <summary>More fields</summary>
          <div className={styles["fields"]}>{optional.map(input)}</div>
        </details>
      )}
    </>
  );
}

export function isEmpty(value: string | readonly string[] | undefined): boolean {
  return value === undefined || value.length === 0;
}

interface FieldInputProps {
  readonly field: TicketField;
  readonly value: string | string[] | undefined;
  readonly onChange: (value: string | string[]) => void;
}

function FieldInput({ field: { label, kind, choices, required }, value = "", onChange }: FieldInputProps) {
  const common = { label, required, withAsterisk: false } as const;
  if (kind === "choices")
    return (
      <MultiSelect
        {...common}
        // The form checks that it has a value. The text field of the list is empty even if it has.
        required={false}
        searchable
        hidePickedOptions
        placeholder={value.length === 0 ? "Choose…" : ""}
        nothingFoundMessage="Nothing found"
        data={[...choices]}
        value={typeof value === "string" ? [] : value}
        onChange={onChange}
      />
    );
  const single = { ...common, value: typeof value === "string" ? value : "" };
  if (kind === "choice")
    return (
      <NativeSelect
        {...single}
        data={[{ value: "", label: "Choose…" }, ...choices]}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  return (
    <TextInput
      {...single}
      type={kind === "date" ? "date" : kind === "number" ? "number" : "text"}
      maxLength={4000}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
