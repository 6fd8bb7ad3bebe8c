import { Stack, Textarea } from "@mantine/core";
import { builtInPathRules } from "@plumb/analysis/resolutions/built-in-path-rules.ts";
import {
  type PathClassPreview,
  type PathClassRules,
  pathClassRulesLength,
} from "@plumb/contract/failures/resolutions.ts";
import { pathClasses } from "@plumb/contract/failures/resolution-kinds.ts";
import { counted, cut, formatCount } from "#lib/format/format.ts";
import { FormRefusal } from "#ui/form/form-refusal.tsx";
import { PreviewAndSave } from "#ui/form/preview-and-save.tsx";
import { RulesField } from "#ui/form/rules-field.tsx";
import fields from "#ui/form/rules-field.module.css";
import { useServerForm } from "#ui/form/server-form.ts";
import styles from "./path-classes.module.css";

interface PathClassesFormProps {
  readonly stored: PathClassRules;
  readonly pending: boolean;
  readonly error: unknown;
  /** Preview of the rules that the user last tried. */
  readonly preview: PathClassPreview | undefined;
  readonly previewing: boolean;
  readonly onPreview: (rules: string) => void;
  readonly onSave: (rules: string) => void;
}

const example = "src/main/java/       test\n/fixtures/            data\n*.proto               application";

/** Form for the rules that distinguish test code, application code, configuration and data. */
export function PathClassesForm(props: PathClassesFormProps) {
  const { stored, pending, error, preview, previewing, onPreview, onSave } = props;
  const form = useServerForm<{ rules: string }>({ initialValues: { rules: stored.rules }, error });
  const { problems } = preview ?? stored;
  return (
    <form {...form.element(({ rules }) => onSave(rules))} aria-labelledby="path-classes">
      <Stack gap="md">
        <h2 id="path-classes" className={styles["heading"]}>
          Path classes
        </h2>
        <p className={fields["words"]}>
          Plumb compares its classes with the files that changed when a cause was resolved. It guesses from the path
          whether a file is test code, application code, configuration or data. Add rules if it guesses wrong: one
          pattern and its class per line, as in a CODEOWNERS file; the last matching rule wins.
        </p>
        <p className={fields["words"]}>{`Classes: ${pathClasses.join(", ")}.`}</p>
        {stored.pending > 0 && (
          <output className={fields["words"]}>
            {`Comparing ${counted(stored.pending, "resolved cause")} with the new rules.`}
          </output>
        )}
        <FormRefusal refusal={form.refusal} fallback="Failed to save the path classes" />
        <RulesField
          rows={8}
          maxLength={pathClassRulesLength}
          placeholder={example}
          problems={problems}
          {...form.getInputProps("rules")}
        />
        {preview !== undefined && <Preview preview={preview} />}
        <details className={fields["words"]}>
          <summary>Built-in rules</summary>
          <Textarea
            aria-label="Built-in rules"
            rows={10}
            readOnly
            value={builtInPathRules}
            spellCheck={false}
            classNames={{ root: styles["builtIn"] ?? "", input: fields["rules"] ?? "" }}
          />
        </details>
        <PreviewAndSave previewing={previewing} pending={pending} onPreview={() => onPreview(form.values.rules)} />
      </Stack>
    </form>
  );
}

function Preview({ preview: { classes, looked, files } }: { readonly preview: PathClassPreview }) {
  return (
    <section className={`${fields["preview"]} ${styles["preview"]}`} aria-label="Preview" aria-live="polite">
      {files === 0 ? (
        <p className={fields["words"]}>No changed files to preview, because no commits are stored yet.</p>
      ) : (
        <>
          <p className={fields["words"]}>
            {looked < files
              ? `Preview of ${formatCount(looked)} of ${counted(files, "file")} that the latest commits changed.`
              : `${counted(files, "file")} that the latest commits changed:`}
          </p>
          <ul>
            {classes.map(({ class: name, files: count, examples }) => (
              <li key={name}>
                <b>{name ?? "no class"}</b> <span>{counted(count, "file")}</span>
                <span className={styles["examples"]}>
                  {examples.map((path) => (
                    <code key={path}>{cut(path, 120)}</code>
                  ))}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
