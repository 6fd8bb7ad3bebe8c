import { Autocomplete, Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { cut } from "#lib/format/format.ts";
import panel from "#ui/panel.module.css";
import styles from "./owners.module.css";

interface TestOwnerProps {
  readonly owner: string | null;
  /** Names to choose from; others can be typed. */
  readonly names: readonly string[];
  /** Undefined for viewers. */
  readonly onChange: ((owner: string | null) => void) | undefined;
}

/** Whose a test is, and for those who may a way to say otherwise. */
export function TestOwner({ owner, names, onChange }: TestOwnerProps) {
  const [draft, setDraft] = useState<string | null>(null);
  if (draft !== null && onChange !== undefined) {
    const save = () => {
      onChange(draft.trim() === "" ? null : draft.trim());
      setDraft(null);
    };
    return (
      <form
        className={`${panel["panel"]} ${styles["owner"]}`}
        aria-label="Owner"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Autocomplete
          aria-label="Owner"
          placeholder="As rules and reports say"
          data={[...names]}
          value={draft}
          onChange={setDraft}
          maxLength={200}
          data-autofocus
        />
        <Button size="xs" type="submit">
          Save
        </Button>
        <Button size="xs" variant="default" onClick={() => setDraft(null)}>
          Cancel
        </Button>
      </form>
    );
  }
  return (
    <section className={`${panel["panel"]} ${styles["owner"]}`} aria-label="Owner">
      <span className={styles["words"]}>Owner</span>
      {owner === null ? (
        <span>Nobody</span>
      ) : (
        <b>
          <Link to="/tests" search={{ view: "all", owner }}>
            <bdi>{cut(owner, 200)}</bdi>
          </Link>
        </b>
      )}
      {onChange !== undefined && (
        <Button size="compact-xs" variant="default" onClick={() => setDraft(owner ?? "")}>
          Change
        </Button>
      )}
    </section>
  );
}
