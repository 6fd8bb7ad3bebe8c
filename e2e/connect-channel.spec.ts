import { listNotificationRules } from "@plumb/contract/integrations/notification-rules.ts";
import { expect, type Locator } from "@playwright/test";
import { createSlackFake } from "../packages/server/src/testing/fakes/chat.ts";
import { startFakeService } from "../packages/server/src/testing/fake-service.ts";
import { signedIn, test, uploadReport } from "./product.ts";
import { failingJunit } from "./report-files.ts";

test.use({ database: "connect-channel" });

test("at most eight acts lead from a Slack token to the first message about a new cause", async ({ page, seeded }) => {
  const { state, respond } = createSlackFake("xoxb-of-the-tests");
  state.channels = Array.from({ length: 1500 }, (_, index) => ({ id: `C${index + 10}`, name: `team-${index}` }));
  state.channels.push({ id: "C1", name: "qa" });
  await using slack = await startFakeService(respond);
  const { client, projectId } = seeded;
  const send = (build: string, error: string) =>
    uploadReport(seeded, { filename: "r.xml", suite: "shop", build }, failingJunit({ "pays by card": error }));
  await send("1", "TimeoutError: #pay was not visible");
  await signedIn(page, seeded);
  await page.goto("/settings?tab=notifications");

  let acts = 0;
  const click = async (target: Locator) => {
    acts += 1;
    await target.click();
  };
  const fill = async (target: Locator, text: string) => {
    acts += 1;
    await target.fill(text);
  };
  await click(page.getByRole("button", { name: "Connect a channel" }));
  const dialog = page.getByRole("dialog", { name: "Connect a channel" });
  await fill(dialog.getByRole("textbox", { name: "Bot token" }), "xoxb-of-the-tests");
  await fill(dialog.getByRole("textbox", { name: "API URL" }), `${slack.url}/api`);
  await click(dialog.getByRole("button", { name: "Test account" }));
  await fill(dialog.getByRole("combobox", { name: "Channel" }), "qa");
  await click(page.getByRole("option", { name: "#qa" }));
  await expect(dialog.getByRole("region", { name: "Preview" })).toContainText("New cause: 1");
  await click(dialog.getByRole("button", { name: "Connect and send a test" }));
  await expect(dialog).toBeHidden();
  expect(acts).toBeLessThanOrEqual(8);

  await expect(page.getByRole("listitem", { name: "Slack #qa" })).toContainText("Slack · #qa: New cause");
  const rules = await client.call(listNotificationRules, { params: { projectId } });
  expect(rules.data).toMatchObject([{ enabled: true, problem: null }]);
  expect(state.posts).toHaveLength(1);
  await send("2", "ReferenceError: applyVoucher is not defined");
  await expect.poll(() => state.posts.map(({ text }) => text).join("\n")).toContain("applyVoucher is not defined");
});

test("the dialog opens from Connectors and Connections too", async ({ page, seeded }) => {
  await signedIn(page, seeded);
  await page.goto("/connectors");
  await page.getByRole("button", { name: "Connect a channel" }).click();
  await expect(page.getByRole("dialog", { name: "Connect a channel" })).toBeVisible();
  await page.goto("/settings?tab=connections");
  await page.getByRole("button", { name: "Connect a channel" }).click();
  await expect(page.getByRole("dialog", { name: "Connect a channel" })).toBeVisible();
});
