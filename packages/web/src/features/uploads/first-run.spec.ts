import { expect, type Page } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./first-run.story.tsx";
import type {
  Arrived,
  KeyRefused,
  Listening,
  MayNotCreateKeys,
  Offline,
  OnThisComputer,
  OtherKeys,
  Receiving,
  Silent,
  Unreachable,
  WrongFile,
  WrongKey,
} from "./first-run.story.tsx";

const story = (name: keyof typeof stories) => `features/uploads/first-run/${name}`;
const create = "Create key and copy command";

async function copied(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}

test("one click creates the key and copies the command with it, and other tools keep the key", async ({
  mount,
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const view = await mount<typeof Listening>(story("Listening"));
  const command = view.getByLabel("first command", { exact: true });
  await expect(command).toContainText("PLUMB_API_KEY=…");
  await view.getByRole("button", { name: create }).click();
  await expect(view.getByText("Copied. Paste it into a terminal.")).toBeVisible();
  expect(await copied(page)).toContain("PLUMB_API_KEY=plumb_7_a4Tx");
  expect(await copied(page)).toBe(await command.textContent());

  await view.getByText("pytest", { exact: true }).click();
  await expect(command).toContainText("pytest --junitxml=results.xml");
  await expect(command).toContainText("Bearer plumb_7_a4Tx");
  await view.getByRole("button", { name: "Copy command", exact: true }).click();
  await expect(view.getByText("Copied. Paste it into a terminal.")).toBeVisible();
  expect(await copied(page)).toContain("https://plumb.example.com:4600/tests/api/ingest/uploads");
});

test("without the right to create keys, the command has a gap for a lead's key", async ({ mount }) => {
  const view = await mount<typeof MayNotCreateKeys>(story("MayNotCreateKeys"));
  await expect(view.getByRole("button", { name: create })).toHaveCount(0);
  await expect(view.getByText("Replace … with an API key from a lead of Web shop.")).toBeVisible();
});

test("names the keys whose secrets are no longer known", async ({ mount }) => {
  const view = await mount<typeof OtherKeys>(story("OtherKeys"));
  await expect(view.getByText("Creates another key: GitHub Actions and 1 other key exist")).toBeVisible();
});

test("a key that could not be created is explained, and can be tried again", async ({ mount }) => {
  const view = await mount<typeof KeyRefused>(story("KeyRefused"));
  await view.getByRole("button", { name: create }).click();
  await expect(view.getByRole("alert")).toContainText("Failed to create the key");
  await expect(view.getByRole("button", { name: create })).toBeEnabled();
});

test("shows the latest upload, and why it was rejected", async ({ mount }) => {
  const listening = await mount<typeof Listening>(story("Listening"));
  await expect(listening.getByText("Listening for the first report")).toBeVisible();
  await expect(listening.getByText("Nothing received for a minute")).toHaveCount(0);
  const silent = await mount<typeof Silent>(story("Silent"));
  await expect(silent.getByText("Nothing received for a minute")).toBeVisible();
  const local = await mount<typeof OnThisComputer>(story("OnThisComputer"));
  await expect(local.getByText("Only programs on this computer reach this address")).toBeVisible();

  const receiving = await mount<typeof Receiving>(story("Receiving"));
  await expect(receiving.getByText("Playwright reporter, 34 tests so far. First connection at")).toBeVisible();
  const arrived = await mount<typeof Arrived>(story("Arrived"));
  await expect(arrived.getByRole("link", { name: "Open the report" })).toHaveAttribute("href", "/reports/41");

  const file = await mount<typeof WrongFile>(story("WrongFile"));
  await expect(file.getByText("Rejected: notes.txt")).toBeVisible();
  await expect(file.getByText("It is plain text without any test in it.")).toBeVisible();
  await expect(file.getByRole("link", { name: "Details" })).toHaveAttribute("href", "/uploads?upload=12");
  const key = await mount<typeof WrongKey>(story("WrongKey"));
  await expect(key.getByText("It starts like First report, but is incomplete or mistyped.")).toBeVisible();
});

test("without a connection, it does not claim to listen", async ({ mount }) => {
  const offline = await mount<typeof Offline>(story("Offline"));
  await expect(offline.getByText("You are offline")).toBeVisible();
  await expect(offline.getByText("Listening for the first report")).toHaveCount(0);
  const unreachable = await mount<typeof Unreachable>(story("Unreachable"));
  await expect(unreachable.getByText("Plumb does not respond")).toBeVisible();
});

test("the page does not move when its state changes", async ({ mount }) => {
  const heights = new Set<number | undefined>();
  for (const name of ["Listening", "Receiving", "Arrived", "Offline"] as const) {
    const view = await mount(story(name));
    heights.add((await view.getByRole("main").boundingBox())?.height);
  }
  expect([...heights]).toHaveLength(1);
});

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/uploads/first-run", [
    "Listening",
    "WithAKey",
    "OtherKeys",
    "KeyRefused",
    "MayNotCreateKeys",
    "OnThisComputer",
    "Silent",
    "Offline",
    "Unreachable",
    "Receiving",
    "Arrived",
    "WrongFile",
    "WrongKey",
    "Hostile",
  ]));
