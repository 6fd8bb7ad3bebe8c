import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./error-block.story.tsx";
import type {
  FiveMegabytes,
  Full,
  Markup,
  MessageOnly,
  NoMessage,
  Several,
  TypeOnly,
  Values,
} from "./error-block.story.tsx";

test("an error shows message, code and location, and its stack is collapsed and repeats nothing", async ({ mount }) => {
  const view = await mount<typeof Full>("features/results/errors/error-block/Full");
  await expect(view.getByLabel("error message", { exact: true })).toHaveText("Error: expected 201, got 500");
  await expect(view.getByLabel("code around the failure", { exact: true })).toContainText("> 42");
  await expect(view.getByText("tests/checkout.spec.ts:42:18")).toBeVisible();
  const stack = view.getByLabel("stack trace", { exact: true });
  await expect(stack).toBeHidden();
  await view.getByText("Stack trace").click();
  await expect(stack).toHaveText(/^\s*at checkout\.spec\.ts:42:18\s+at run\.ts:7:1$/);
});

test("expected and received values are side by side, and the failing line is marked", async ({ mount }) => {
  const full = await mount<typeof Full>("features/results/errors/error-block/Full");
  const difference = full.getByRole("figure", { name: "Difference" });
  await expect(difference.getByRole("definition")).toHaveText(["201", "500"]);
  const values = await mount<typeof Values>("features/results/errors/error-block/Values");
  await expect(values.getByRole("figure", { name: "Difference" }).locator("pre > span")).toHaveText([
    "Object {",
    '-   "a": 1,',
    '+   "a": 2,',
    "}",
  ]);
  const frame = values.getByLabel("code around the failure", { exact: true });
  await expect(frame.locator("> span").nth(1)).toHaveClass(/failing/);
  await expect(frame.locator("> span").nth(0)).not.toHaveClass(/failing/);
});

test("several errors are numbered, each with its frame and stack, and code is not a difference", async ({
  mount,
  page,
}) => {
  const view = await mount<typeof Several>("features/results/errors/error-block/Several");
  await expect(view.getByRole("heading")).toHaveText(["Error 1 of 2", "Error 2 of 2"]);
  const messages = view.getByLabel("error message", { exact: true });
  await expect(messages.first()).toHaveText("Error: expect(locator).toHaveText(expected) failed");
  await expect(messages.last()).toHaveText("org.opentest4j.AssertionFailedError: sum differs");
  const frames = view.getByLabel("code around the failure", { exact: true });
  await expect(frames).toHaveCount(3);
  await expect(frames.first().locator("> span").nth(1)).toHaveClass(/failing/);
  await expect(view.getByText("Stack trace")).toHaveCount(2);
  await expect(view.getByRole("figure", { name: "Difference" })).toHaveCount(2);
  await expectAccessibleStories<typeof stories>({ mount, page }, "features/results/errors/error-block", ["Several"]);
});

test("shows the known parts of an error without a message", async ({ mount }) => {
  const only = await mount<typeof MessageOnly>("features/results/errors/error-block/MessageOnly");
  await expect(only.getByText("Timed out after 30 s")).toBeVisible();
  await expect(only.getByText("Stack trace")).toHaveCount(0);
  const none = await mount<typeof NoMessage>("features/results/errors/error-block/NoMessage");
  await expect(none.getByText("No message reported")).toBeVisible();
  const type = await mount<typeof TypeOnly>("features/results/errors/error-block/TypeOnly");
  await expect(type.getByText("java.lang.OutOfMemoryError")).toBeVisible();
});

test("markup and terminal links in an error are escaped", async ({ mount, page }) => {
  const view = await mount<typeof Markup>("features/results/errors/error-block/Markup");
  await expect(view.getByText("<img src=x")).toBeVisible();
  await expect(view.locator("img, script, a")).toHaveCount(0);
  await expect(page).not.toHaveTitle(/pwned/);
});

test("truncates a five-megabyte error, with a note", async ({ mount }) => {
  const view = await mount<typeof FiveMegabytes>("features/results/errors/error-block/FiveMegabytes");
  const message = view.getByLabel("error message", { exact: true });
  await expect(message).toBeVisible();
  const drawn = async () => (await message.evaluate((element) => element.textContent)).length;
  expect(await drawn()).toBe(12_000);
  await expect(view.getByText("12.0 kB of 5.3 MB shown")).toBeVisible();
  await expect(view.getByRole("button", { name: "Download" }).first()).toBeVisible();
  await view.getByRole("button", { name: "Show more" }).first().click();
  await expect.poll(drawn).toBe(212_000);
});
