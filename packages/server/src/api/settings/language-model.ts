import {
  type LanguageModel,
  type LanguageModelChange,
  readLanguageModel,
  testLanguageModel,
  updateLanguageModel,
} from "@plumb/contract/administration/language-model.ts";
import { countOutgoing } from "#api/outgoing-limit.ts";
import type { FieldErrors } from "@plumb/contract/field-errors.ts";
import { isLoopback } from "#config.ts";
import type { Context } from "#core/context.ts";
import { ApiError, refuseAny } from "#core/api-error.ts";
import { SealError } from "#core/secret-box.ts";
import { accessOf, budgetOf, keyPurpose, presentLanguageModel } from "#failures/llm/language-model.ts";
import { ModelError } from "#failures/llm/model-error.ts";
import { tryModel } from "#failures/llm/try-model.ts";
import { actorOf } from "#http/actor.ts";
import type { Api } from "#http/api.ts";
import { allowsPlainHttp } from "#outgoing/address-guard.ts";
import { recordAudit } from "#store/administration/audit.ts";
import * as store from "#store/administration/language-model.ts";
import { projectsWithoutShare, usageDay, usedOn } from "#store/failures/analysis/llm-usage.ts";

/** Maximum number of projects to list that have no share of today's budget. */
const maxNamedProjects = 20;

type Needs = "clock" | "config" | "db" | "outgoing" | "outgoingLimit" | "secretBox";

export function languageModelRoutes(api: Api<Needs>): void {
  api.route(readLanguageModel, async ({ context, now }) => display(context, now));

  api.route(updateLanguageModel, async (call) => {
    const { context, body, now } = call;
    const { apiKey, ...change } = body;
    await context.db.transaction().execute(async (transaction) => {
      const before = await store.lockedLanguageModel(transaction);
      const next = changed(context, before, body);
      refuseAny(wrongFields(context, next));
      await store.saveLanguageModel(transaction, next);
      await recordAudit(transaction, actorOf(call), {
        action: "language_model.changed",
        targetType: "settings",
        targetName: "Language model",
        detail: { ...change, ...keyDetail(before, next, apiKey) },
      });
    });
    return display(context, now);
  });

  api.route(testLanguageModel, async (call) => {
    const { context, now } = call;
    const row = await store.languageModelRow(context.db);
    if (row.baseUrl === "" || row.model === "")
      throw new ApiError("conflict", "No language model is configured. Enter its base URL and its name first.");
    countOutgoing(call, null, "test");
    const result = await tested(context, row);
    await context.db.transaction().execute(async (transaction) => {
      if (!(await store.recordModelTest(transaction, row.version, { at: now.toISOString(), ...result }))) return;
      await recordAudit(transaction, actorOf(call), {
        action: "language_model.tested",
        targetType: "settings",
        targetName: "Language model",
        detail: result,
      });
    });
    return display(context, now);
  });
}

async function display(
  { db, secretBox }: Pick<Context, "db" | "secretBox">,
  now: Date,
): Promise<{ data: LanguageModel }> {
  const day = usageDay(now);
  const used = { ...(await usedOn(db, day)), projectsUsedUp: await projectsWithoutShare(db, day, maxNamedProjects) };
  return { data: presentLanguageModel(await store.languageModelRow(db), used, secretBox) };
}

/** Applies a change. The stored key is deleted if the base URL changes, unless the key is entered again. */
function changed(
  { secretBox }: Pick<Context, "secretBox">,
  before: store.LanguageModelRow,
  { apiKey = "", baseUrl = before.baseUrl, ...given }: LanguageModelChange,
): store.LanguageModelRow {
  const location = baseUrl.replace(/\/+$/, "");
  const storedKey = location === before.baseUrl ? before.apiKey : null;
  const change = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return {
    ...before,
    ...change,
    baseUrl: location,
    apiKey: apiKey === "" ? storedKey : secretBox.seal(apiKey, keyPurpose),
    lastTest: null,
    version: before.version + 1,
  };
}

function wrongFields(
  { config, outgoing }: Pick<Context, "config" | "outgoing">,
  { enabled, baseUrl, model }: store.LanguageModelRow,
): FieldErrors {
  const wrongAddress = baseUrl === "" ? (enabled ? "Base URL is required" : null) : addressError(baseUrl);
  return {
    ...(wrongAddress !== null && { baseUrl: wrongAddress }),
    ...(enabled && model === "" && { model: "Model is required" }),
  };

  function addressError(address: string): string | null {
    const url = URL.parse(address);
    if (url === null || !/^https?:\/\//i.test(address)) return "Base URL must begin with https:// or http://";
    if (url.username !== "" || url.password !== "") return "Base URL must not contain a user name or password";
    const refusal = outgoing.refusal(address);
    if (refusal !== null) return refusal;
    // Over plain HTTP, anyone on the network could read the key and the test errors.
    const host = url.hostname.replaceAll(/[[\]]/g, "");
    return url.protocol === "http:" && !isLoopback(host) && !allowsPlainHttp(host, config.allowPrivateHosts)
      ? "Base URL must begin with https://, unless PLUMB_ALLOW_PRIVATE_HOSTS names its host"
      : null;
  }
}

function keyDetail(before: store.LanguageModelRow, next: store.LanguageModelRow, input = ""): Record<string, string> {
  if (input !== "") return { apiKey: "replaced" };
  return before.apiKey !== null && next.apiKey === null ? { apiKey: "removed" } : {};
}

async function tested(
  context: Pick<Context, "clock" | "db" | "outgoing" | "secretBox">,
  row: store.LanguageModelRow,
): Promise<{ passed: boolean; message: string }> {
  try {
    return { passed: true, message: await tryModel(context, accessOf(row, context.secretBox), budgetOf(row)) };
  } catch (error) {
    if (error instanceof SealError) return { passed: false, message: error.message };
    if (!(error instanceof ModelError)) throw error;
    return {
      passed: false,
      message: error.answer === "" ? error.message : `${error.message} Response: ${error.answer}`,
    };
  }
}
