import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./language-model-form.story.tsx";
import type {
  NotConfigured,
  Refused,
  Saved,
  ShareUsedUp,
  TestFailed,
  Testing,
  UsedUp,
} from "./language-model-form.story.tsx";

const folder = "features/settings/language-model-form";

test("an unconfigured model asks for its fields, and sends the input", async ({ mount }) => {
  const view = await mount<typeof NotConfigured>(`${folder}/NotConfigured`);
  await expect(view.getByRole("region", { name: "State" })).toContainText("Not configured");
  await expect(view.getByText("0 of 200,000 tokens · 0 requests")).toBeVisible();
  await expect(view.getByRole("button", { name: "Test" })).toBeDisabled();
  await view.getByLabel("Use a language model in analyses").check();
  await view.getByRole("button", { name: "Save" }).click();
  await expect(view.getByText("Base URL is required")).toBeVisible();
  await expect(view.getByLabel("Base URL")).toBeFocused();
  await view.getByLabel("Base URL").fill("https://llm.example/v1");
  await view.getByLabel("Model", { exact: true }).fill("tiny");
  await view.getByLabel("API key (optional)", { exact: true }).fill("sk-1");
  await view.getByLabel("Tokens per day").fill("50,000");
  await view.getByLabel("Maximum share per project, in percent").fill("30");
  await view.getByLabel(/Price per million input/).fill("0.5");
  await view.getByRole("button", { name: "Save" }).click();
  const output = view.getByTestId("said");
  await expect(output).toContainText("tiny");
  expect(JSON.parse((await output.textContent()) ?? "")).toEqual({
    enabled: true,
    baseUrl: "https://llm.example/v1",
    model: "tiny",
    apiKey: "sk-1",
    tokensPerDay: 50_000,
    projectPercent: 30,
    inputPrice: 0.5,
    outputPrice: null,
    timeoutSeconds: 60,
  });
});

test("a saved model shows its state, and is tested as saved", async ({ mount }) => {
  const view = await mount<typeof Saved>(`${folder}/Saved`);
  const state = view.getByRole("region", { name: "State" });
  await expect(state).toContainText("On: tiny-instruct");
  await expect(state).toContainText("42,345 of 200,000 tokens · 17 requests · $0.0147");
  await expect(view.getByRole("status")).toContainText("Test passed");
  await expect(view.getByRole("status")).toContainText("responded correctly in 840 ms");
  const key = view.getByLabel("API key (optional)", { exact: true });
  await expect(key).toHaveValue("");
  await expect(key).toHaveAttribute("placeholder", "Stored; leave empty to keep it");
  await view.getByRole("button", { name: "Test" }).click();
  await expect(view.getByTestId("said")).toHaveText("test");
  await view.getByLabel("Base URL").fill("https://other.example/v1");
  await expect(view.getByText("belongs to the previous base URL")).toBeVisible();
  await expect(view.getByRole("button", { name: "Test" })).toBeDisabled();
  await expect(view.getByText("Unsaved changes")).toBeVisible();
});

test("invalid numbers are reported at their fields", async ({ mount }) => {
  const view = await mount<typeof Saved>(`${folder}/Saved`);
  await view.getByLabel("Tokens per day").fill("many");
  await view.getByLabel("Maximum share per project, in percent").fill("101");
  await view.getByLabel(/Price per million output/).fill("-1");
  await view.getByLabel("Timeout in seconds").fill("1");
  await view.getByRole("button", { name: "Save" }).click();
  await expect(view.getByText("Enter a number of tokens, 0 for none")).toBeVisible();
  await expect(view.getByText("Enter a number from 1 to 100")).toBeVisible();
  await expect(view.getByText("Enter a price such as 0.25")).toBeVisible();
  await expect(view.getByText("Enter 5 to 300 seconds")).toBeVisible();
  await expect(view.getByTestId("said")).toBeEmpty();
});

test("shows a running test, a failed one, an exhausted budget and a rejection", async ({ mount }) => {
  const testing = await mount<typeof Testing>(`${folder}/Testing`);
  await expect(testing.getByText("Testing…")).toBeVisible();
  const failed = await mount<typeof TestFailed>(`${folder}/TestFailed`);
  await expect(failed.getByText("Test failed")).toBeVisible();
  await expect(failed.getByText("Response: <b>kkk")).toBeVisible();
  const used = await mount<typeof UsedUp>(`${folder}/UsedUp`);
  await expect(used.getByRole("note")).toContainText("The budget for today is used up.");
  const share = await mount<typeof ShareUsedUp>(`${folder}/ShareUsedUp`);
  await expect(share.getByRole("note")).toContainText("used up their share of today's budget: Shop, Web app.");
  const refused = await mount<typeof Refused>(`${folder}/Refused`);
  await expect(refused.getByLabel("Base URL")).toHaveAccessibleDescription(/must begin with https/);
});

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, folder, [
    "NotConfigured",
    "Saved",
    "SwitchedOff",
    "Testing",
    "TestFailed",
    "UsedUp",
    "ShareUsedUp",
    "KeyUnreadable",
    "Refused",
  ]));
