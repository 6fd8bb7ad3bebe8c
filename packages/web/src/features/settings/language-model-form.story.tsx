import { refusedError } from "@plumb/client/call-error.ts";
import type { LanguageModel } from "@plumb/contract/administration/language-model.ts";
import { useState } from "react";
import { LanguageModelForm, useLanguageModelForm } from "./language-model-form.tsx";

const fresh: LanguageModel = {
  enabled: false,
  baseUrl: "",
  model: "",
  apiKeySet: false,
  tokensPerDay: 200_000,
  projectPercent: 50,
  inputPrice: null,
  outputPrice: null,
  timeoutSeconds: 60,
  usedToday: { tokensIn: 0, tokensOut: 0, requests: 0, cost: null, usedUp: false, projectsUsedUp: [] },
  lastTest: null,
  problem: null,
};

const saved: LanguageModel = {
  ...fresh,
  enabled: true,
  baseUrl: "https://llm.example/v1",
  model: "tiny-instruct",
  apiKeySet: true,
  inputPrice: 0.25,
  outputPrice: 2,
  usedToday: { tokensIn: 40_000, tokensOut: 2345, requests: 17, cost: 0.014_69, usedUp: false, projectsUsedUp: [] },
  lastTest: {
    at: "2026-03-04T09:10:00.000Z",
    passed: true,
    message: "tiny-instruct responded correctly in 840 ms and used 812 tokens.",
  },
};

interface FormProps {
  readonly model: LanguageModel;
  readonly pending?: "save" | "test";
  readonly error?: unknown;
}

/** Shows the values that would be sent. */
function Form({ model, pending, error = null }: FormProps) {
  const form = useLanguageModelForm(model, error);
  const [output, setOutput] = useState("");
  return (
    <>
      <LanguageModelForm
        form={form}
        model={model}
        pending={pending ?? null}
        onSave={(change) => setOutput(JSON.stringify(change))}
        onTest={() => setOutput("test")}
      />
      <p data-testid="said">{output}</p>
    </>
  );
}

export const NotConfigured = () => <Form model={fresh} />;
export const Saved = () => <Form model={saved} />;
export const SwitchedOff = () => <Form model={{ ...saved, enabled: false, lastTest: null }} />;
export const Testing = () => <Form model={saved} pending="test" />;
export const TestFailed = () => (
  <Form
    model={{
      ...saved,
      lastTest: {
        at: "2026-03-04T09:10:00.000Z",
        passed: false,
        message: `The service refused the API key (HTTP 401). Response: <b>${"k".repeat(300)}</b>`,
      },
    }}
  />
);
export const UsedUp = () => (
  <Form model={{ ...saved, usedToday: { ...saved.usedToday, tokensIn: 199_000, usedUp: true } }} />
);
export const ShareUsedUp = () => (
  <Form model={{ ...saved, usedToday: { ...saved.usedToday, projectsUsedUp: ["Shop", "Web app"] } }} />
);
export const KeyUnreadable = () => (
  <Form
    model={{
      ...saved,
      problem:
        "The secret was stored under another PLUMB_SECRET. Enter it again, or start the server with the earlier one.",
    }}
  />
);

const fields = { baseUrl: "Base URL must begin with https:// or http://" };
const refusal = refusedError(400, JSON.stringify({ code: "invalid", error: fields.baseUrl, fields }), null);
export const Refused = () => <Form model={saved} error={refusal} />;
