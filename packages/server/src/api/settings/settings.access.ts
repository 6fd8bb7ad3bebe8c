import { readLogo, readSettings, updateSettings } from "@plumb/contract/administration/settings.ts";
import {
  readLanguageModel,
  testLanguageModel,
  updateLanguageModel,
} from "@plumb/contract/administration/language-model.ts";
import type { EndpointAccess } from "#testing/endpoint-access.ts";

export const access: readonly EndpointAccess[] = [
  // 404: the server has no logo.
  { endpoint: readLogo, callers: "everyone", status: 404 },
  { endpoint: readSettings, callers: "admins" },
  { endpoint: updateSettings, callers: "admins", audit: ["settings.changed"], sample: { body: { footer: "Checked" } } },
  { endpoint: readLanguageModel, callers: "admins" },
  {
    endpoint: updateLanguageModel,
    callers: "admins",
    audit: ["language_model.changed"],
    sample: { body: { timeoutSeconds: 30 } },
  },
  // 409: allowed, but no model is configured.
  { endpoint: testLanguageModel, callers: "admins", status: 409, audit: ["language_model.tested"] },
];
