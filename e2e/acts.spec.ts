import { listAnnotations } from "@plumb/contract/items/annotations.ts";
import { listProjects } from "@plumb/contract/projects/projects.ts";
import { createClient } from "@plumb/client/client.ts";
import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "./demo-product.ts";

/** Maximum number of acts for all six tasks. */
const maxActs = 14;

/** Counts acts: clicks, keys and key combinations that act, and one per field that is filled. */
class Acts {
  private total = 0;
  private readonly page: Page;
  private readonly byTask: string[] = [];

  constructor(page: Page) {
    this.page = page;
  }

  get all(): number {
    return this.total;
  }

  get byTaskText(): string {
    return this.byTask.join("\n");
  }

  async click(target: Locator): Promise<void> {
    this.total += 1;
    await target.click();
  }

  async press(key: string): Promise<void> {
    this.total += 1;
    await this.page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    this.total += 1;
    await this.page.keyboard.type(text);
  }

  /** Runs a task and notes its number of acts. */
  async task(name: string, run: () => Promise<void>): Promise<void> {
    const before = this.total;
    await test.step(name, run);
    this.byTask.push(`${this.total - before} ${name}`);
  }
}

test("the six everyday tasks take at most 14 acts together", async ({ page, demo }) => {
  await page.addInitScript((token) => localStorage.setItem("token", token), demo.token);
  await page.setViewportSize({ width: 1440, height: 900 });
  const acts = new Acts(page);
  const main = page.getByRole("main");
  const causes = page.getByRole("list", { name: "Causes" }).locator("> li");
  const client = createClient({ baseUrl: demo.address, token: () => demo.token });
  const [project] = (await client.call(listProjects, {})).data;
  const projectId = project?.id ?? 0;

  await page.goto("/");
  await acts.task("a. Why is last night red, and is it new?", async () => {
    const first = causes.first();
    await expect(first).toContainText(/^(?:new|back|known)/i);
    await expect(first.locator("[data-about=began]")).toBeVisible();
    expect((await first.boundingBox())?.y).toBeLessThan(900);
  });

  await acts.task("c. Assign a cause to a colleague for tomorrow, with a link", async () => {
    const cause = causes.filter({ hasText: "Ada Okafor" }).first();
    await acts.click(cause.getByRole("button", { name: /^Assign/ }));
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("combobox", { name: "Assign To" })).toHaveValue(/Ada Okafor/);
    await acts.click(dialog.getByRole("button", { name: "Tomorrow" }));
    await acts.click(dialog.getByRole("button", { name: "Assign" }));
    await expect(page.getByText("Annotation created successfully")).toBeVisible();
    const { annotations } = (await client.call(listAnnotations, { params: { projectId }, query: { limit: 1 } })).data;
    expect(annotations[0]?.assignee?.name).toBe("Ada Okafor");
    expect(annotations[0]?.due_date).not.toBeNull();
    expect(annotations[0]?.message).toMatch(/\nhttps?:\/\/\S+\/defects\?group=\d+$/);
  });

  await acts.task("b. Is this test flaky, and since which commit?", async () => {
    const palette = page.getByRole("dialog");
    await expect(palette).toHaveCount(0);
    await acts.press("Control+k");
    await expect(palette.getByRole("combobox")).toBeFocused();
    await acts.type("names with accents");
    await expect(palette.getByRole("option", { selected: true })).toContainText("names with accents");
    await acts.press("Enter");
    await expect(page).toHaveURL(/\/tests\/\d+/);
    await expect(main.getByText("Broken", { exact: true }).first()).toBeInViewport();
    await expect(main.getByText(/first bad run #\d+ [\da-f]{7}/)).toBeInViewport();
  });

  await page.goto("/defects?window=90d");
  await acts.task("d. Mark 30 failures as an environment issue", async () => {
    await acts.click(page.getByRole("tab", { name: "By Test Case" }));
    await acts.click(page.getByRole("checkbox", { name: "Select all tests on this page" }));
    await expect(page.getByRole("region", { name: "Selection" })).toContainText(/^(?:[3-9]\d|\d{3,}) tests selected/);
    await acts.press("4");
    await expect(page.getByText(/failures? reclassified as Environment Issue/)).toBeVisible();
  });
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText(/^Undone\./)).toBeVisible();

  await page.goto("/reports?suite=Web+shop&branch=main");
  await main
    .getByRole("link", { name: /Web shop/ })
    .first()
    .click();
  await acts.task("e. Compare today with the last green run", async () => {
    await acts.click(main.getByRole("link", { name: /vs last green/ }));
    await expect(page).toHaveURL(/\/reports\/compare\?base=\d+&head=\d+/);
  });

  await page.goto("/");
  await acts.task("f. This week for the manager", async () => {
    await acts.click(page.getByRole("link", { name: "Trend Analysis" }));
    await acts.click(main.getByRole("link", { name: "Week", exact: true }));
    const download = page.waitForEvent("download");
    await acts.click(main.getByRole("button", { name: "Download PDF" }));
    expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
  });

  // The counts are part of the report of this test, for docs and comparisons.
  test.info().annotations.push({ type: "acts", description: `${acts.all} in total\n${acts.byTaskText}` });
  expect(acts.all, acts.byTaskText).toBeLessThanOrEqual(maxActs);
});
