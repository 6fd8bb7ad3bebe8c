import { refusedError } from "@plumb/client/call-error.ts";
import type { ClassificationRule, RulePreview } from "@plumb/contract/failures/rules.ts";
import { useState } from "react";
import { RuleForm } from "./rule-form.tsx";
import { RulePreviewView } from "./rule-preview.tsx";
import { RulesView } from "./rules-view.tsx";
import { samplePreview, sampleRules } from "./sample-rules.ts";

interface ListProps {
  readonly rules: readonly ClassificationRule[];
  readonly viewer?: boolean;
}

function List({ rules, viewer = false }: ListProps) {
  const [output, setOutput] = useState("");
  const actions = {
    busy: false,
    onAdd: () => setOutput("add"),
    onAction: (rule: ClassificationRule, action: string) => setOutput(`${action} ${rule.id}`),
  };
  return (
    <main style={{ maxWidth: 880, padding: 16 }}>
      <h1>Rules</h1>
      <RulesView rules={rules} actions={viewer ? undefined : actions} />
      <output data-testid="said">{output}</output>
    </main>
  );
}

export const Some = () => <List rules={sampleRules()} />;
export const Viewed = () => <List rules={sampleRules()} viewer />;
export const None = () => <List rules={[]} />;
export const NoneViewed = () => <List rules={[]} viewer />;
export const Full = () => (
  <List
    rules={Array.from({ length: 200 }, (_, id) => ({
      ...(sampleRules()[0] as ClassificationRule),
      id,
      name: `Rule ${id + 1}`,
    }))}
  />
);

const empty = {
  name: "",
  kind: "text",
  pattern: "",
  ignoreCase: true,
  scope: { suite: "", environment: "", branch: "", test: "" },
  primaryClass: null,
  subClass: null,
} as const;

interface FormProps {
  readonly error?: unknown;
  readonly preview?: RulePreview;
  readonly problem?: string;
}

function Form({ error = null, preview, problem }: FormProps) {
  const [output, setOutput] = useState("");
  return (
    <main style={{ maxWidth: 880, padding: 16 }}>
      <h1>New rule</h1>
      <RuleForm
        ruleId={null}
        start={empty}
        scopes={{ suite: ["shop"], environment: ["staging", "production"], branch: ["main"] }}
        pending={false}
        error={error}
        renderPreview={(draft) => (
          <RulePreviewView
            preview={draft.pattern === "" && problem === undefined ? undefined : preview}
            problem={problem ?? null}
            stale={false}
          />
        )}
        onSubmit={(rule) => setOutput(JSON.stringify(rule))}
        onCancel={() => setOutput("cancelled")}
      />
      <pre data-testid="said" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
        {output}
      </pre>
    </main>
  );
}

export const New = () => <Form preview={samplePreview()} />;
export const Nothing = () => <Form preview={{ ...samplePreview(), failures: 0, samples: [], classes: [] }} />;
const notOne =
  "Pattern is not a valid regular expression: missing closing ): `(a`. Look-around and back-references are not supported";
export const Refused = () => (
  <Form
    problem={notOne}
    error={refusedError(400, JSON.stringify({ code: "invalid", error: notOne, fields: { pattern: notOne } }), null)}
  />
);
