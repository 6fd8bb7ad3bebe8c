import type { LanguageModel } from "@plumb/contract/administration/language-model.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";

export interface LanguageModelRow extends Pick<
  LanguageModel,
  | "enabled"
  | "baseUrl"
  | "model"
  | "tokensPerDay"
  | "projectPercent"
  | "inputPrice"
  | "outputPrice"
  | "timeoutSeconds"
  | "lastTest"
> {
  /** Encrypted. `null` if the service needs no key. */
  readonly apiKey: string | null;
  /** Incremented with every save. A test stores its result only if the version has not changed since the test started. */
  readonly version: number;
}

const initial: LanguageModelRow = {
  enabled: false,
  baseUrl: "",
  model: "",
  apiKey: null,
  tokensPerDay: 200_000,
  projectPercent: 50,
  inputPrice: null,
  outputPrice: null,
  timeoutSeconds: 60,
  lastTest: null,
  version: 1,
};

const key = "language-model";

export async function languageModelRow(db: Db): Promise<LanguageModelRow> {
  const { rows } = await sql<{ value: Partial<LanguageModelRow> }>`
    select value from setting where key = ${key}
  `.execute(db);
  return { ...initial, ...rows[0]?.value };
}

/** Like `languageModelRow`, but locks the row until the transaction ends. */
export async function lockedLanguageModel(transaction: Db): Promise<LanguageModelRow> {
  await sql`insert into setting (key, value) values (${key}, '{}'::jsonb) on conflict (key) do nothing`.execute(
    transaction,
  );
  await sql`select 1 from setting where key = ${key} for update`.execute(transaction);
  return languageModelRow(transaction);
}

export async function saveLanguageModel(transaction: Db, row: LanguageModelRow): Promise<void> {
  await sql`update setting set value = ${JSON.stringify(row)}::jsonb where key = ${key}`.execute(transaction);
}

/** Stores the test result for this version of the settings. Returns false if they have changed since. */
export async function recordModelTest(
  transaction: Db,
  version: number,
  lastTest: NonNullable<LanguageModel["lastTest"]>,
): Promise<boolean> {
  const row = await lockedLanguageModel(transaction);
  if (row.version !== version) return false;
  await saveLanguageModel(transaction, { ...row, lastTest });
  return true;
}
