import { z } from "zod";
import { jsonAnswer, notItsApi } from "#connectors/answers.ts";
import { type ConnectorDescription, field } from "#connectors/connector.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";

/** Linear has a single address for all customers. */
export const linearApi = "https://api.linear.app/graphql";

const query = "query ($key: String!) { viewer { name } teams(filter: { key: { eq: $key } }) { nodes { name } } }";
const Found = z.object({
  data: z.object({
    viewer: z.object({ name: z.string() }),
    teams: z.object({ nodes: z.array(z.object({ name: z.string() })) }),
  }),
});

export const linear: ConnectorDescription = {
  id: "linear",
  name: "Linear",
  description: "Coming soon: create issues from failures in a Linear team.",
  version: "1.0.0",
  used: false,
  category: "bug_tracking",
  website: "https://linear.app",
  fields: [
    field({
      name: "teamKey",
      label: "Team key",
      kind: "text",
      placeholder: "SHOP",
      hint: "The letters before an issue's number.",
    }),
    field({
      name: "apiKey",
      label: "API key",
      kind: "secret",
      hint: "Create one in Linear under Settings, Security & access.",
    }),
  ],
  testNotice: "",
  async test(values, { outgoing }) {
    const key = (values["teamKey"] ?? "").trim().toUpperCase();
    const credentials = "Linear rejected the API key.";
    const answer = await outgoing.request({
      method: "POST",
      url: linearApi,
      headers: { authorization: values["apiKey"] ?? "", "content-type": "application/json" },
      body: JSON.stringify({ query, variables: { key } }),
    });
    // Linear reports a rejected key with status 400 or 401, or as a GraphQL error with status 200.
    if (answer.status === 400) throw new OutgoingError(credentials);
    const body = jsonAnswer("Linear", answer, { credentials, missing: "Linear's API has moved." });
    if (Array.isArray(body["errors"])) throw new OutgoingError(credentials);
    const found = Found.safeParse(body);
    if (!found.success) throw notItsApi("Linear");
    const team = found.data.data.teams.nodes[0];
    if (team === undefined) throw new OutgoingError(`Linear has no team ${key}, or this key has no access to it.`);
    return `Signed in as ${found.data.data.viewer.name}; the team is ${team.name}.`;
  },
};
