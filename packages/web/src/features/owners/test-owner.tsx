import { Autocomplete, Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { cut } from "#lib/format/format.ts";
import { useFirstFocus, useReturnedFocus } from "#lib/keys/returned-focus.ts";
import panel from "#ui/layout/panel.module.css";
import fields from "#ui/form/rules-field.module.css";
import styles from "./owners.module.css";

interface TestOwnerProps {
  readonly owner: string | null;
  /** Suggested names. Users can type other names as well. */
  readonly names: readonly string[];
  /** `undefined` for viewers. */
  readonly onChange: ((owner: string | null) => void) | undefined;
}

/** Owner of a test, which users with permission can change. */
export function TestOwner({ owner, names, onChange }: TestOwnerProps) {
  const [changing, setChanging] = useState(false);
  const change = useReturnedFocus(changing);
  if (changing && onChange !== undefined)
    return <OwnerForm owner={owner} names={names} onChange={onChange} onClose={() => setChanging(false)} />;
  return (
    <section className={`${panel["panel"]} ${styles["owner"]}`} aria-label="Owner">
      <span className={fields["words"]}>Owner</span>
      {owner === null ? (
        <span>Nobody</span>
      ) : (
        <b>
          <Link to="/tests" search={{ view: "all", owner: [owner] }}>
            <bdi>{cut(owner, 200)}</bdi>
          </Link>
        </b>
      )}
      {onChange !== undefined && (
        <Button ref={change} size="compact-sm" variant="default" onClick={() => setChanging(true)}>
          Change
        </Button>
      )}
    </section>
  );
}

interface OwnerFormProps extends Pick<TestOwnerProps, "names" | "owner"> {
  readonly onChange: (owner: string | null) => void;
  readonly onClose: () => void;
}

/** If the field is empty, rules and reports determine the owner. */
function OwnerForm({ owner, names, onChange, onClose }: OwnerFormProps) {
  const [draft, setDraft] = useState(owner ?? "");
  const first = useFirstFocus();
  const save = (event: FormEvent) => {
    event.preventDefault();
    onChange(draft.trim() === "" ? null : draft.trim());
    onClose();
  };
  return (
    <form className={`${panel["panel"]} ${styles["owner"]}`} aria-label="Owner" onSubmit={save}>
      <Autocomplete
        ref={first}
        aria-label="Owner"
        placeholder="From rules and reports"
        data={[...names]}
        value={draft}
        onChange={setDraft}
        maxLength={200}
      />
      <Button size="xs" type="submit">
        Save
      </Button>
      <Button size="xs" variant="default" onClick={onClose}>
        Cancel
      </Button>
    </form>
  );
}
