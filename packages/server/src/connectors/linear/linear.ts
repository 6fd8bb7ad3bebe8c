import { z } from "zod";
import { textOf } from "#connectors/responses.ts";
import { type ConnectorDescription, field } from "#connectors/connector.ts";
import { linearApi, linearUrl, queryLinear } from "./api.ts";
import { viewerQuery } from "./queries.ts";
import { linearTracker } from "./tracker.ts";
import { ignoringCase } from "#connectors/targets.ts";
import { readAs } from "#connectors/service-api.ts";
import { accountId } from "#connectors/values.ts";

export const linear: ConnectorDescription = {
  id: "linear",
  name: "Linear",
  description: "Create issues from failures in a Linear team, and follow their state.",
  version: "1.0.0",
  used: true,
  category: "bug_tracking",
  website: "https://linear.app",
  fields: [
    field({
      name: "apiUrl",
      label: "API URL",
      kind: "url",
      initial: linearUrl,
      hint: "Change it only if requests go through a proxy.",
      destination: true,
    }),
    field({
      name: "apiKey",
      label: "API key",
      kind: "secret",
      hint: "Create one in Linear under Settings, Security & access.",
    }),
  ],
  testNotice: "",
  async test(credentials, { outgoing }) {
    const api = linearApi({ credentials, outgoing, now: new Date() });
    const data = await queryLinear(api, viewerQuery, {});
    const Viewer = z.object({ name: z.string(), organization: z.object({ id: z.string() }) });
    const { viewer } = readAs(api, z.object({ viewer: Viewer }), data);
    return {
      message: `Signed in as ${textOf(viewer.name, "an account")}.`,
      account: accountId(viewer.organization.id),
    };
  },
  tracker: linearTracker,
  places: {
    label: "Allowed teams",
    hint: "Keys of the teams that may be used with this account, one per line. * allows all.",
    placeholder: "SHOP",
    noun: "team",
    of: ({ settings }) => [settings["teamKey"] ?? ""],
    comparable: ignoringCase,
  },
};
