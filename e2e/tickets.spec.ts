import { createHmac } from "node:crypto";
import { createBinding } from "@plumb/contract/integrations/bindings.ts";
import { saveConnector } from "@plumb/contract/integrations/connectors.ts";
import { expect } from "@playwright/test";
import { createGithubFake } from "../packages/server/src/testing/fakes/github.ts";
import type { FakeIssue } from "../packages/server/src/testing/fakes/github-state.ts";
import { startFakeService } from "../packages/server/src/testing/fake-service.ts";
import { signedIn, test, uploadReport } from "./product.ts";
import { failingJunit } from "./report-files.ts";

test.use({ database: "tickets" });

const token = "ghp_of_the_tests";
const webhookSecret = "signs the webhooks";

test("a failure becomes a ticket, is closed in the tracker, returns, and is reopened", async ({ page, seeded }) => {
  const { state, respond } = createGithubFake(token);
  const issues: FakeIssue[] = [];
  state.repositories.set("octo/shop", { hasIssues: true, labels: [], issues });
  await using github = await startFakeService(respond);
  const { client, projectId } = seeded;
  const send = (build: string, failures: Record<string, string>) =>
    uploadReport(seeded, { filename: "r.xml", suite: "shop", build }, failingJunit(failures));
  const failing = { "pays by card": "TimeoutError: #pay was not visible" };
  await send("1", failing);
  await signedIn(page, seeded);

  await test.step("without a tracker, the button explains how to connect one", async () => {
    await page.goto("/defects");
    await expect(page.getByRole("button", { name: "Push to Jira" })).toHaveAccessibleDescription(
      /Settings, Connections/,
    );
  });

  await client.call(saveConnector, {
    params: { connectorId: "github" },
    body: { values: { apiUrl: github.url, token }, places: ["octo/shop"] },
  });
  const { data } = await client.call(createBinding, {
    params: { projectId },
    body: {
      connector: "github",
      owner: "server",
      offer: "tracker",
      values: { repository: "octo/shop", webhookSecret },
    },
  });

  await test.step("a preview is edited and becomes one ticket", async () => {
    await page.reload();
    await page.getByRole("button", { name: "Push to GitHub" }).click();
    const dialog = page.getByRole("dialog", { name: "Create tickets in GitHub" });
    await dialog.getByRole("textbox", { name: "Title" }).fill("The pay button is hidden");
    await dialog.getByRole("button", { name: "Create ticket" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText("#1: Open")).toBeVisible();
    expect(issues.map(({ title }) => title)).toEqual(["The pay button is hidden"]);
  });

  await test.step("a second attempt shows the ticket that exists", async () => {
    await page.getByRole("button", { name: "Push to GitHub" }).click();
    const dialog = page.getByRole("dialog", { name: "Create tickets in GitHub" });
    await expect(dialog.getByText("This cause has a ticket already:")).toBeVisible();
    await expect(dialog.getByRole("button", { name: /^Create/ })).toHaveCount(0);
    await page.keyboard.press("Escape");
  });

  await test.step("a closed ticket counts quiet runs", async () => {
    for (const issue of issues) issue.state = "closed";
    const body = JSON.stringify({ action: "closed", issue: { number: 1 }, repository: { full_name: "octo/shop" } });
    const sent = await fetch(data.binding.webhookUrl ?? "", {
      method: "POST",
      body,
      headers: {
        "content-type": "application/json",
        "x-hub-signature-256": `sha256=${createHmac("sha256", webhookSecret).update(body).digest("hex")}`,
      },
    });
    expect(sent.status).toBe(200);
    await expect(page.getByText("#1: Closed, 0/20 quiet")).toBeVisible();
    await uploadReport(
      seeded,
      { filename: "r.xml", suite: "shop", build: "2" },
      '<testsuites><testsuite name="shop"><testcase classname="shop" name="pays by card" time="0.5"/></testsuite></testsuites>',
    );
    await page.reload();
    await expect(page.getByText("#1: Closed, 1/20 quiet")).toBeVisible();
  });

  await test.step("the failure returns, and the ticket is open again with a link to the report", async () => {
    const reportId = await send("3", failing);
    await expect.poll(() => issues.map(({ state: now }) => now)).toEqual(["open"]);
    await expect.poll(() => issues[0]?.comments.join("\n")).toContain(`/reports/${reportId}`);
    await page.reload();
    await expect(page.getByText("#1: Reopened")).toBeVisible();
  });
});
