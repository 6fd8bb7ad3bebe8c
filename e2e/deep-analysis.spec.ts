import { expect } from "@playwright/test";
import { updateLanguageModel } from "@plumb/contract/administration/language-model.ts";
import { goodResponse, startLlmServer } from "../packages/server/src/testing/llm-server.ts";
import { signedIn, test, uploadReport } from "./product.ts";
import { failingJunit } from "./report-files.ts";

test.use({ database: "deep-analysis" });

const lost = "Could not load the basket of the customer";
const lostLate = "Could not load the basket of the customer after three attempts";

test("similar causes are suggested, merged and separated again; different ones are not suggested", async ({
  page,
  seeded,
}) => {
  const send = (build: string, failures: Record<string, string>) =>
    uploadReport(seeded, { filename: "r.xml", suite: "shop", build }, failingJunit(failures));
  await send("1", { opens: lost, empties: lost });
  await send("2", { opens: lostLate, empties: lostLate });
  await signedIn(page, seeded);
  await page.goto("/defects");
  await expect(page.getByText("4 failures in the last 30 days, grouped into 2 causes")).toBeVisible();
  const open = page.getByRole("button", { name: "Deduplicate" });
  await open.click();
  const dialog = page.getByRole("dialog", { name: "Likely duplicates" });
  await expect(dialog.locator("mark")).toHaveText(["after", "three", "attempts"]);
  await dialog.getByRole("button", { name: /^Merge:/ }).press("Enter");
  await expect(dialog.getByText("No causes in the last 30 days are similar enough")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("4 failures in the last 30 days, grouped into 1 cause")).toBeVisible();
  await expect(open).toHaveAccessibleDescription(/^Coming soon.*no likely duplicates in this period/);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("grouped into 2 causes")).toBeVisible();
  await open.click();
  await dialog.getByRole("button", { name: /^Not the same:/ }).click();
  await expect(dialog.getByText("No causes in the last 30 days are similar enough")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.reload();
  await expect(open).toHaveAccessibleDescription(/no likely duplicates in this period/);
});

test("a language model describes the causes of a period, and a click applies its class", async ({ page, seeded }) => {
  await using llm = await startLlmServer();
  const { client } = seeded;
  await uploadReport(seeded, { filename: "r.xml", suite: "shop", build: "9" }, failingJunit({ opens: lost }));
  await signedIn(page, seeded);
  await page.goto("/defects");
  const deep = page.getByRole("button", { name: "Deep Analyze" });
  await expect(deep).toHaveAccessibleDescription(/^Coming soon: it needs a language model/);
  await client.call(updateLanguageModel, { body: { enabled: true, baseUrl: llm.baseUrl, model: "tiny" } });
  await page.reload();
  await deep.click();
  await expect(page.getByText(/A language model described 2 of 2 causes/)).toBeVisible({ timeout: 20_000 });
  expect(llm.received).toHaveLength(2);
  const row = page.getByRole("table", { name: "Groups" }).getByRole("row").filter({ hasText: lost }).first();
  await row.locator("[data-open-row]").click();
  const words = page.getByRole("region", { name: "Explained by a language model" });
  await expect(words.getByRole("heading")).toHaveText(goodResponse.rootCause);
  await words.getByRole("button", { name: "Change to Environment Issue" }).click();
  await expect(page.getByText(/failures? reclassified as Environment Issue/)).toBeVisible();
  await expect(words.getByRole("button", { name: "Change to Environment Issue" })).toHaveCount(0);
});
