import { expect } from "@playwright/test";
import { readTable } from "#testing/read-screen.ts";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./quality-view.story.tsx";
import type { Reviewed, Untouched } from "./quality-view.story.tsx";

const file = "features/verdict-quality/quality-view";

test("shows the share of confirmed verdicts, by class and origin", async ({ mount }) => {
  const view = await mount<typeof Reviewed>(`${file}/Reviewed`);
  await expect(view.getByText("62 of 64 reviewed verdicts were confirmed: 96.9%.")).toBeVisible();
  const table = (name: string) => view.getByRole("table", { name });
  expect((await readTable(table("By class")))[0]).toEqual({
    Class: "Application Defect",
    Reviewed: "20",
    Confirmed: "19",
    Accuracy: "95.0%",
  });
  const [rule, ownRule, model, decisions] = await readTable(table("By source"));
  expect(rule).toMatchObject({
    "Decided by": "Rule strict-mode-violation",
    Failures: "58",
    Confirmed: "40",
    Accuracy: "100.0%",
  });
  expect(ownRule).toMatchObject({
    "Decided by": "Rule of this project “Sandbox is away”",
    Confirmed: "1",
    Accuracy: "Too few",
  });
  expect(model).toMatchObject({ "Decided by": "Trained model", Failures: "102", Confirmed: "22", Accuracy: "91.7%" });
  expect(decisions).toMatchObject({ "Decided by": "Decisions of this project", Reviewed: "0", Accuracy: "–" });
  const [corrected] = await readTable(view.getByRole("region", { name: "Corrections" }).getByRole("table"));
  expect(corrected).toMatchObject({
    "Engine result": "Application Defect",
    "Application Defect": "19",
    "Test Data Issue": "1",
    Unknown: "0",
  });
});

test("explains what is counted if there are no reviews", async ({ mount }) => {
  const view = await mount<typeof Untouched>(`${file}/Untouched`);
  await expect(view.getByText(/^Not reviewed yet\./)).toBeVisible();
  await expect(view.getByRole("table")).toHaveCount(0);
});

test("has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, file, ["Reviewed", "Untouched"]));
