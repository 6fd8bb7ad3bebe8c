import { expect } from "@playwright/test";
import { goodResponse, startLlmServer } from "../packages/server/src/testing/llm-server.ts";
import { signedIn, test, uploadReport } from "./product.ts";

test.use({ database: "language-model" });

const report = `<testsuite name="cart" tests="1" failures="1"><testcase classname="cart" name="opens">
  <failure message="net::ERR_CONNECTION_REFUSED at http://localhost:3000/cart"/></testcase></testsuite>`;

test("an administrator sets up a language model, which then describes an analysis", async ({ seeded, page }) => {
  await using llm = await startLlmServer();
  const reportId = await uploadReport(seeded, { filename: "report.xml", suite: "cart" }, report);
  await signedIn(page, seeded);
  await page.goto("/settings");
  await page.getByRole("tab", { name: "Language model" }).click();
  await expect(page).toHaveURL(/\/settings\?tab=language-model$/);
  await page.getByLabel("Use a language model in analyses").check();
  await page.getByLabel("Base URL").fill(llm.baseUrl);
  await page.getByLabel("Model", { exact: true }).fill("tiny");
  await page.getByLabel("API key (optional)", { exact: true }).fill("sk-1");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("On: tiny")).toBeVisible();
  await page.getByRole("button", { name: "Test", exact: true }).click();
  await expect(page.getByText("tiny responded correctly")).toBeVisible();

  await page.goto(`/reports/${reportId}?tab=insights`);
  await page.getByRole("button", { name: "Analyze Failures" }).click();
  const cause = page.getByRole("region", { name: goodResponse.rootCause });
  await expect(cause).toContainText("LLM-enhanced", { timeout: 15_000 });
  await expect(cause.getByRole("listitem").first()).toHaveText(goodResponse.recommendations[0] ?? "");
  await cause.getByText("Technical analysis").click();
  await expect(cause).toContainText("Class: Environment Issue");
  await expect(page.getByText("tiny · 1,000 tokens")).toBeVisible();
  expect(llm.received).toHaveLength(2);
});
