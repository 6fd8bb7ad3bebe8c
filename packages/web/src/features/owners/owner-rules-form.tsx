import { Button, Group, Stack, Textarea } from "@mantine/core";
import { type OwnerPreview, type OwnerRules, ownerRulesLength } from "@plumb/contract/tests/owners.ts";
import { Link } from "@tanstack/react-router";
import { counted, cut, formatCount } from "#lib/format/format.ts";
import { FormRefusal } from "#ui/form/form-refusal.tsx";
import { useServerForm } from "#ui/form/server-form.ts";
import styles from "./owners.module.css";

interface OwnerRulesFormProps {
  readonly stored: OwnerRules;
  /** `false` for users who can only read the rules. */
  readonly mayManage: boolean;
  readonly pending: boolean;
  readonly error: unknown;
  /** Preview of the rules that were last tried. */
  readonly preview: OwnerPreview | undefined;
  readonly previewing: boolean;
  readonly onPreview: (rules: string) => void;
  readonly onSave: (rules: string) => void;
}

const example = "*.spec.ts            @web-team\n/checkout/           @payments\ncom.shop.cart.*      ana@example.org";

/** Form for the rules that assign owners to tests, in the format of a CODEOWNERS file. */
export function OwnerRulesForm(props: OwnerRulesFormProps) {
  const { stored, mayManage, pending, error, preview, previewing, onPreview, onSave } = props;
  const form = useServerForm<{ rules: string }>({ initialValues: { rules: stored.rules }, error });
  const { problems } = preview ?? stored;
  return (
    <form {...form.element(({ rules }) => onSave(rules))} aria-label="Owners">
      <Stack gap="md">
        <p className={styles["words"]}>
          One pattern and its owner per line, as in a CODEOWNERS file; the last matching rule wins. Patterns match the
          file of a test, or its class or suite if the report has no file. An owner set by hand or in the test itself
          takes precedence over the rules.
        </p>
        <FormRefusal refusal={form.refusal} fallback="Failed to save the rules" />
        <Textarea
          label="Rules"
          rows={10}
          readOnly={!mayManage}
          maxLength={ownerRulesLength}
          placeholder={example}
          spellCheck={false}
          classNames={{ input: styles["rules"] ?? "" }}
          {...form.getInputProps("rules")}
        />
        {problems.length > 0 && (
          <ul className={styles["problems"]} aria-label="Problems">
            {problems.slice(0, 20).map(({ line, reason }) => (
              <li key={line}>{`Line ${line}: ${reason}`}</li>
            ))}
          </ul>
        )}
        {preview !== undefined && <Preview preview={preview} />}
        {mayManage ? (
          <Group justify="flex-end">
            <Button variant="default" loading={previewing} onClick={() => onPreview(form.values.rules)}>
              Preview
            </Button>
            <Button type="submit" loading={pending}>
              Save
            </Button>
          </Group>
        ) : (
          <p className={styles["words"]}>Project leads can change them.</p>
        )}
      </Stack>
    </form>
  );
}

function Preview({ preview }: { readonly preview: OwnerPreview }) {
  const { owners, unowned, unownedFiles, looked, places } = preview;
  return (
    <section className={styles["preview"]} aria-label="Preview" aria-live="polite">
      {looked < places && (
        <p className={styles["words"]}>
          {`Preview of ${formatCount(looked)} of ${counted(places, "file")}; checking all of them would take too long. Saved rules apply to all files.`}
        </p>
      )}
      <ul>
        {owners.map(({ owner, tests }) => (
          <li key={owner}>
            <Link to="/tests" search={{ view: "all", owner }}>
              <bdi>{cut(owner, 80)}</bdi>
            </Link>
            <span>{counted(tests, "test")}</span>
          </li>
        ))}
        <li>
          <span>No owner</span>
          <span>{counted(unowned, "test")}</span>
        </li>
      </ul>
      {unownedFiles.length > 0 && (
        <p className={styles["words"]}>
          {`Without an owner, ${unownedFiles.length === 1 ? "in" : `${formatCount(unownedFiles.length)} places such as`} `}
          <code>{cut(unownedFiles[0] ?? "", 200)}</code>
        </p>
      )}
    </section>
  );
}
