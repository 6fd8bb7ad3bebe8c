import { Stack } from "@mantine/core";
import { type OwnerPreview, type OwnerRules, ownerRulesLength } from "@plumb/contract/tests/owners.ts";
import { Link } from "@tanstack/react-router";
import { counted, cut, formatCount } from "#lib/format/format.ts";
import { FormRefusal } from "#ui/form/form-refusal.tsx";
import { PreviewAndSave } from "#ui/form/preview-and-save.tsx";
import { RulesField } from "#ui/form/rules-field.tsx";
import fields from "#ui/form/rules-field.module.css";
import { useServerForm } from "#ui/form/server-form.ts";
import styles from "./owners.module.css";

interface OwnerRulesFormProps {
  readonly stored: OwnerRules;
  /** `false` for users who can only read the rules. */
  readonly mayManage: boolean;
  readonly pending: boolean;
  readonly error: unknown;
  /** Preview of the rules that the user last tried. */
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
        <p className={fields["words"]}>
          One pattern and its owner per line, as in a CODEOWNERS file; the last matching rule wins. Patterns match the
          file of a test, or its class or suite if the report has no file. An owner set by hand or in the test itself
          takes precedence over the rules.
        </p>
        <FormRefusal refusal={form.refusal} fallback="Failed to save the rules" />
        <RulesField
          rows={10}
          readOnly={!mayManage}
          maxLength={ownerRulesLength}
          placeholder={example}
          problems={problems}
          {...form.getInputProps("rules")}
        />
        {preview !== undefined && <Preview preview={preview} />}
        {mayManage ? (
          <PreviewAndSave previewing={previewing} pending={pending} onPreview={() => onPreview(form.values.rules)} />
        ) : (
          <p className={fields["words"]}>Project leads can change them.</p>
        )}
      </Stack>
    </form>
  );
}

function Preview({ preview }: { readonly preview: OwnerPreview }) {
  const { owners, unowned, unownedFiles, looked, places } = preview;
  return (
    <section className={`${fields["preview"]} ${styles["preview"]}`} aria-label="Preview" aria-live="polite">
      {looked < places && (
        <p className={fields["words"]}>
          {`Preview of ${formatCount(looked)} of ${counted(places, "file")}; checking all of them would take too long. Saved rules apply to all files.`}
        </p>
      )}
      <ul>
        {owners.map(({ owner, tests }) => (
          <li key={owner}>
            <Link to="/tests" search={{ view: "all", owner: [owner] }}>
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
        <p className={fields["words"]}>
          {`Without an owner, ${unownedFiles.length === 1 ? "in" : `${formatCount(unownedFiles.length)} places such as`} `}
          <code>{cut(unownedFiles[0] ?? "", 200)}</code>
        </p>
      )}
    </section>
  );
}
