import { Checkbox } from "@mantine/core";
import { useState } from "react";
import { AccountStep } from "./account-step.tsx";
import { ChannelStep, type ChannelStepProps } from "./channel-step.tsx";
import { ServiceFields } from "./service-fields.tsx";
import { sampleConnectors } from "#features/connectors/connections/sample-connections.ts";

const services = sampleConnectors.filter(({ offers }) => offers.some(({ offer }) => offer === "channel"));
const slack = services[0] as (typeof services)[number];
const field = { required: true, hint: "", initial: "", placeholder: "", choices: [], destination: false };

export const Account = () => {
  const [done, setDone] = useState("");
  return (
    <main style={{ padding: 16 }}>
      <h1>Connect a channel</h1>
      <ServiceFields
        services={services}
        service={slack}
        owner="project"
        onService={(id) => setDone(id)}
        onOwner={(owner) => setDone(owner)}
      />
      <AccountStep
        setup={{
          connector: { ...slack.connector, status: "not_connected" },
          fields: [
            { ...field, name: "botToken", label: "Bot token", kind: "secret", required: false },
            { ...field, name: "apiUrl", label: "API URL", kind: "url", initial: "https://slack.com/api" },
          ],
          values: { apiUrl: "https://slack.com/api" },
          secretsSet: [],
          configured: true,
          disabled: false,
          lastTest: { at: "2026-03-04T10:00:00.000Z", passed: false, message: "Slack rejected the bot token." },
          testNotice: "",
          uses: { connections: 0, projects: 0, returnable: false },
          places: null,
          problem: null,
          expiry: null,
        }}
        pending={false}
        error={null}
        onSave={(values) => setDone(JSON.stringify(values))}
        onCancel={() => setDone("cancel")}
      />
      <output style={{ overflowWrap: "anywhere" }}>{done}</output>
    </main>
  );
};

function Channel({ listed }: Pick<ChannelStepProps, "listed">) {
  const [done, setDone] = useState("");
  return (
    <main style={{ padding: 16 }}>
      <h1>Connect a channel</h1>
      <ChannelStep
        service={slack}
        listed={listed}
        listError={null}
        pending={false}
        error={null}
        renderEvents={(input) => (
          <Checkbox.Group label="Events" {...input}>
            <Checkbox value="cause.new" label="New cause" />
            <Checkbox value="run.failed" label="Run failed" />
          </Checkbox.Group>
        )}
        renderPreview={(connector, events) => <p>{`Preview for ${connector}: ${events.join(", ")}`}</p>}
        onSubmit={(input) => setDone(JSON.stringify(input))}
        onCancel={() => setDone("cancel")}
      />
      <output style={{ overflowWrap: "anywhere" }}>{done}</output>
    </main>
  );
}

const names = ["#dev", "#qa", `#${"very-long-".repeat(8)}`];
const channels = names.map((name, index) => ({ name, values: { channel: `C${index}`, channelName: name } }));

export const Listed = () => <Channel listed={{ channels, isPartial: false, problem: null }} />;
export const Unlisted = () => (
  <Channel
    listed={{
      channels: null,
      isPartial: false,
      problem:
        "The bot token lacks the scope channels:read, so its channels cannot be listed. Enter the name of the channel.",
    }}
  />
);
