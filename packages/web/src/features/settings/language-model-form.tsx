import { Button, Checkbox, Group, PasswordInput, Stack, TextInput } from "@mantine/core";
import type { LanguageModel, LanguageModelChange } from "@plumb/contract/administration/language-model.ts";
import type { FieldErrors } from "@plumb/contract/field-errors.ts";
import styles from "./general-form.module.css";
import { LanguageModelState, ModelTest } from "./language-model-state.tsx";
import { FormRefusal } from "#ui/form/form-refusal.tsx";
import { type ServerForm, useServerForm } from "#ui/form/server-form.ts";
import panel from "#ui/layout/panel.module.css";

/** Form values, with numbers as typed text. */
export interface ModelValues {
  readonly enabled: boolean;
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey: string;
  readonly tokensPerDay: string;
  readonly projectPercent: string;
  readonly inputPrice: string;
  readonly outputPrice: string;
  readonly timeoutSeconds: string;
}

/** Returns the initial values of the fields. The server never returns the key. */
export function valuesOf(model: LanguageModel): ModelValues {
  return {
    enabled: model.enabled,
    baseUrl: model.baseUrl,
    model: model.model,
    apiKey: "",
    tokensPerDay: String(model.tokensPerDay),
    projectPercent: String(model.projectPercent),
    inputPrice: model.inputPrice === null ? "" : String(model.inputPrice),
    outputPrice: model.outputPrice === null ? "" : String(model.outputPrice),
    timeoutSeconds: String(model.timeoutSeconds),
  };
}

function price(text: string): number | null {
  return text.trim() === "" ? null : Number(text);
}

/** Returns the valid changes. */
function changeOf(values: ModelValues): LanguageModelChange {
  return {
    ...values,
    tokensPerDay: Number(values.tokensPerDay.replaceAll(/[ ,_]/g, "")),
    projectPercent: Number(values.projectPercent),
    inputPrice: price(values.inputPrice),
    outputPrice: price(values.outputPrice),
    timeoutSeconds: Number(values.timeoutSeconds),
  };
}

/** @param error Error of the last action; `null` if it succeeded. */
export function useLanguageModelForm(model: LanguageModel, error: unknown): ServerForm<ModelValues> {
  return useServerForm<ModelValues>({ initialValues: valuesOf(model), validate: wrongFields, error });
}

function wrongPrice(text: string): boolean {
  return !/^(\d{1,5}(\.\d{1,6})?)?$/.test(text.trim());
}

function wrongFields({ enabled, baseUrl, model, ...numbers }: ModelValues): FieldErrors {
  const { tokensPerDay, projectPercent, inputPrice, outputPrice, timeoutSeconds } = numbers;
  return {
    ...(enabled && baseUrl.trim() === "" && { baseUrl: "Base URL is required" }),
    ...(enabled && model.trim() === "" && { model: "Model is required" }),
    ...(!/^\d[\d ,_]{0,11}$/.test(tokensPerDay.trim()) && { tokensPerDay: "Enter a number of tokens, 0 for none" }),
    ...(!/^([1-9]\d?|100)$/.test(projectPercent.trim()) && { projectPercent: "Enter a number from 1 to 100" }),
    ...(wrongPrice(inputPrice) && { inputPrice: "Enter a price such as 0.25" }),
    ...(wrongPrice(outputPrice) && { outputPrice: "Enter a price such as 0.25" }),
    ...(!(/^\d{1,3}$/.test(timeoutSeconds.trim()) && Number(timeoutSeconds) >= 5 && Number(timeoutSeconds) <= 300) && {
      timeoutSeconds: "Enter 5 to 300 seconds",
    }),
  };
}

interface LanguageModelFormProps {
  readonly form: ServerForm<ModelValues>;
  readonly model: LanguageModel;
  /** Action in progress. */
  readonly pending: "save" | "test" | null;
  readonly onSave: (change: LanguageModelChange) => void;
  readonly onTest: () => void;
}

const textField = { autoComplete: "off", spellCheck: false } as const;

/** Form for the language model used by analyses and its budget. */
export function LanguageModelForm({ form, model, pending, onSave, onTest }: LanguageModelFormProps) {
  return (
    <form
      {...form.element((values) => onSave(changeOf(values)))}
      aria-label="Language model"
      className={styles["form"]}
    >
      <LanguageModelState model={model} />
      <FormRefusal refusal={form.refusal} fallback="Failed to save the language model" />
      <ServiceFields form={form} model={model} />
      <BudgetFields form={form} />
      {model.baseUrl !== "" && <ModelTest lastTest={model.lastTest} testing={pending === "test"} />}
      <Group gap="md">
        <Button type="submit" loading={pending === "save"} disabled={pending === "test"}>
          Save
        </Button>
        <Button
          variant="default"
          loading={pending === "test"}
          // Tests the saved settings, which would be misleading next to unsaved changes.
          disabled={form.isDirty() || pending === "save" || model.baseUrl === "" || model.model === ""}
          onClick={onTest}
        >
          Test
        </Button>
        {form.isDirty() && <span className={styles["unsaved"]}>Unsaved changes</span>}
      </Group>
    </form>
  );
}

/** Fields for the address and parameters of the model. */
function ServiceFields({ form, model }: Pick<LanguageModelFormProps, "form" | "model">) {
  const moved = form.values.baseUrl.trim().replace(/\/+$/, "") !== model.baseUrl;
  return (
    <fieldset className={`${panel["panel"]} ${panel["group"]}`}>
      <legend>Service</legend>
      <Stack gap="md">
        <p className={styles["note"]}>
          Failures are analyzed on this server without a language model. A model can also describe the ten largest
          causes of each analysis. It receives the error, the start of the stack, the recorded page state and the engine
          result, but no passwords, keys, tokens, cookies or email addresses. Each failure is sent once.
        </p>
        <Checkbox label="Use a language model in analyses" {...form.getInputProps("enabled", { type: "checkbox" })} />
        <TextInput
          {...textField}
          label="Base URL"
          type="url"
          description="The base URL of an OpenAI-compatible API. A private or local address must be allowed by PLUMB_ALLOW_PRIVATE_HOSTS."
          placeholder="https://api.openai.com/v1"
          maxLength={2000}
          {...form.getInputProps("baseUrl")}
        />
        <TextInput
          {...textField}
          label="Model"
          placeholder="gpt-5-mini"
          maxLength={200}
          {...form.getInputProps("model")}
        />
        <PasswordInput
          {...textField}
          label="API key (optional)"
          // Prevents password managers from filling in the user's password.
          data-1p-ignore
          data-lpignore="true"
          maxLength={4000}
          description={
            model.apiKeySet && moved
              ? "The stored key belongs to the previous base URL and is not sent to another one: enter it again."
              : undefined
          }
          placeholder={model.apiKeySet && !moved ? "Stored; leave empty to keep it" : ""}
          visibilityToggleButtonProps={{ "aria-label": "Show or hide: API key", tabIndex: 0 }}
          {...form.getInputProps("apiKey")}
        />
        <TextInput
          {...textField}
          label="Timeout in seconds"
          description="Per request"
          inputMode="numeric"
          maxLength={3}
          {...form.getInputProps("timeoutSeconds")}
        />
      </Stack>
    </fieldset>
  );
}

/** Fields for the tokens per day and their price. */
function BudgetFields({ form }: Pick<LanguageModelFormProps, "form">) {
  return (
    <fieldset className={`${panel["panel"]} ${panel["group"]}`}>
      <legend>Budget</legend>
      <Stack gap="md">
        <TextInput
          {...textField}
          label="Tokens per day"
          description="Input and output tokens of the whole server, per UTC day. A request uses up to 5,000. Set to 0 to send nothing."
          inputMode="numeric"
          maxLength={14}
          {...form.getInputProps("tokensPerDay")}
        />
        <TextInput
          {...textField}
          label="Maximum share per project, in percent"
          description="A project can use at most this share of the daily tokens. If the server has only one project, it can use all of them."
          inputMode="numeric"
          maxLength={3}
          {...form.getInputProps("projectPercent")}
        />
        <TextInput
          {...textField}
          label="Price per million input tokens, in US dollars (optional)"
          description="Prices are only used to show costs."
          inputMode="decimal"
          maxLength={12}
          {...form.getInputProps("inputPrice")}
        />
        <TextInput
          {...textField}
          label="Price per million output tokens, in US dollars (optional)"
          inputMode="decimal"
          maxLength={12}
          {...form.getInputProps("outputPrice")}
        />
      </Stack>
    </fieldset>
  );
}
