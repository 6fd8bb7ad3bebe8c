import type { NotificationRule, RuleProblem } from "@plumb/contract/integrations/notification-rules.ts";
import { useState } from "react";
import { RuleForm } from "./rule-form.tsx";
import { RulePreview } from "./rule-preview.tsx";
import { RulesView } from "./rules-view.tsx";

function sampleRule(change: Partial<NotificationRule> = {}): NotificationRule {
  return {
    id: 1,
    name: "Red runs on main",
    bindingId: 3,
    channel: "Slack · #qa",
    events: ["run.failed", "run.recovered"],
    conditions: {
      suite: [],
      environment: ["staging"],
      branch: ["main"],
      tag: [],
      owner: [],
      class: ["Application Defect"],
      priority: [],
    },
    maxPerHour: 20,
    quiet: { timeZone: "Europe/Berlin", from: 1320, until: 420, weekends: true },
    enabled: true,
    problem: null,
    createdAt: "2026-03-04T10:00:00.000Z",
    lastSentAt: "2026-03-04T10:00:00.000Z",
    ...change,
  };
}

function Example({
  rules,
  hasChannel = true,
  mayManage = true,
}: {
  readonly rules: readonly NotificationRule[];
  readonly hasChannel?: boolean;
  readonly mayManage?: boolean;
}) {
  const [done, setDone] = useState("");
  return (
    <main style={{ padding: 16 }}>
      <h1>Settings</h1>
      <RulesView
        projectName="Shop"
        rules={rules}
        hasChannel={hasChannel}
        mayManage={mayManage}
        onAdd={() => setDone("add")}
        onConnect={() => setDone("connect")}
        onAction={({ id }, action) => setDone(`${action} ${id}`)}
      />
      <output>{done}</output>
    </main>
  );
}

export const WithoutChannel = () => <Example rules={[]} hasChannel={false} />;
export const Nothing = () => <Example rules={[]} />;
export const Several = () => (
  <Example
    rules={[
      sampleRule(),
      sampleRule({
        id: 2,
        name: "x".repeat(100),
        enabled: false,
        lastSentAt: null,
        quiet: null,
        problem: "Notifications through Slack are switched off in the general settings of this server.",
      }),
    ]}
  />
);

export const NothingToRead = () => <Example rules={[]} mayManage={false} />;
export const ReadOnly = () => (
  <Example
    mayManage={false}
    rules={[
      sampleRule({ events: ["item.overdue"], conditions: { ...sampleRule().conditions, priority: ["critical"] } }),
    ]}
  />
);

function ExampleForm({ problem }: { readonly problem: RuleProblem | null }) {
  const [done, setDone] = useState("");
  return (
    <main style={{ padding: 16 }}>
      <h1>Rule</h1>
      <RuleForm
        rule={null}
        channels={[{ id: 3, label: "Slack · #qa" }]}
        pending={false}
        error={null}
        renderPreview={(draft) => (
          <RulePreview
            preview={{
              counts: draft.events.map((event) => ({ event, messages: 2 })),
              total: 4,
              withheld: 1,
              runs: 12,
              isPartial: false,
              connector: "slack",
              problem,
              latest: [
                {
                  event: "run.failed",
                  at: "2026-03-04T10:00:00.000Z",
                  title: "api #12 failed: 3 failures",
                  url: "/reports/12",
                  facts: [{ label: "Branch", value: "main" }],
                  blocks: [{ kind: "list", items: [["New: ", { text: "TypeError", url: "/defects?group=7" }]] }],
                  footer: "Not listed: 2 known causes.",
                  content: {
                    blocks: [
                      { type: "header", text: { text: "api #12 failed: 3 failures" } },
                      { type: "section", text: { text: "• New: <https://plumb.example/defects?group=7|TypeError>" } },
                    ],
                  },
                },
              ],
            }}
            error={null}
            isAdmin
          />
        )}
        onSubmit={(draft) => setDone(JSON.stringify(draft))}
        onCancel={() => setDone("cancel")}
      />
      <output style={{ overflowWrap: "anywhere" }}>{done}</output>
    </main>
  );
}

export const Form = () => <ExampleForm problem={null} />;
export const FormOfSilentRule = () => (
  <ExampleForm
    problem={{
      text: "Notifications through Slack are switched off in the general settings of this server.",
      tab: "general",
    }}
  />
);
