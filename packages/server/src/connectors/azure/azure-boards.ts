import { z } from "zod";
import { textOf } from "#connectors/responses.ts";
import { azureApi, signInToAzure } from "./api.ts";
import { azureCodeHost } from "./code-host.ts";
import { azureTracker } from "./tracker.ts";
import { type ConnectorDescription, field } from "#connectors/connector.ts";
import { ignoringCase } from "#connectors/targets.ts";
import { callApi, readAs } from "#connectors/service-api.ts";
import { accountId } from "#connectors/values.ts";

const withApplication = { field: "authentication", value: "application" };

export const azureBoards: ConnectorDescription = {
  id: "azure-boards",
  name: "Azure Boards",
  description: "Create work items from failures in an Azure DevOps project, and follow their state.",
  version: "1.0.0",
  used: true,
  category: "bug_tracking",
  website: "https://azure.microsoft.com/products/devops/boards",
  fields: [
    field({
      name: "organizationUrl",
      label: "Organization URL",
      kind: "url",
      placeholder: "https://dev.azure.com/example",
      destination: true,
    }),
    field({
      name: "authentication",
      label: "Authentication",
      kind: "choice",
      initial: "token",
      choices: [
        { value: "token", label: "Personal access token" },
        { value: "application", label: "Application in Microsoft Entra" },
      ],
    }),
    field({
      name: "token",
      label: "Personal access token",
      kind: "secret",
      usedWith: { field: "authentication", value: "token" },
      hint: "A personal access token of this organization; those for all organizations end on 1 December 2026. It needs the scopes Work Items (read and write) and Project (read), and Code (read and write, status) if it comments on pull requests.",
    }),
    field({
      name: "tokenUrl",
      label: "Token URL",
      kind: "url",
      usedWith: withApplication,
      placeholder: "https://login.microsoftonline.com/<tenant>/oauth2/v2.0/token",
      hint: "Add the application to the organization as a user.",
      destination: true,
    }),
    field({ name: "clientId", label: "Client ID", kind: "text", usedWith: withApplication }),
    field({
      name: "clientSecret",
      label: "Client secret",
      kind: "secret",
      usedWith: withApplication,
    }),
  ],
  testNotice: "",
  signIn: signInToAzure,
  async test(values, { outgoing }) {
    const credentials = await signInToAzure(values, { outgoing });
    const api = azureApi({ credentials, outgoing, now: new Date() });
    // This is the only version of the endpoint.
    const { body } = await callApi(api, {
      method: "GET",
      url: `${api.url}/_apis/connectionData?api-version=7.0-preview.1`,
    });
    const shape = z.object({ authenticatedUser: z.object({ id: z.string(), providerDisplayName: z.string() }) });
    const { id, providerDisplayName } = readAs(api, shape, body).authenticatedUser;
    return { message: `Signed in as ${textOf(providerDisplayName, "an account")}.`, account: accountId(api.url, id) };
  },
  tracker: azureTracker,
  codeHost: azureCodeHost,
  places: {
    label: "Allowed projects",
    hint: "Azure projects that may be used with this account, one per line. * allows all.",
    placeholder: "Shop",
    noun: "project",
    of: ({ settings }) => [settings["project"] ?? ""],
    comparable: ignoringCase,
  },
};
