import { expect } from "@playwright/test";
import { signedIn, test, uploadReport } from "./product.ts";
import { junitReport } from "./report-files.ts";

test("a page asks for nothing twice: what start.js began is what the app wanted", async ({ page, seeded }) => {
  const reportId = await uploadReport(seeded, { filename: "once.xml", suite: "once" }, junitReport(120));
  await signedIn(page, seeded);
  // Without the live connection, whose own calls the next test counts.
  await page.routeWebSocket(/\/socket\.io\//, () => undefined);
  for (const path of ["/", "/reports", `/reports/${reportId}`, `/reports/${reportId}?status=passed&q=order+kept`]) {
    // The first visit chooses the project, which the list's address needs.
    await page.goto(path);
    await expect(page.getByRole("list", { name: /^(Reports|Tests)$/ })).toBeVisible();
    const asked: string[] = [];
    const onRequest = (request: { url(): string }) => {
      if (request.url().includes("/api/")) asked.push(request.url());
    };
    page.on("request", onRequest);
    await page.reload();
    await expect(
      page
        .getByRole("list", { name: /^(Reports|Tests)$/ })
        .getByRole("link")
        .or(page.getByText("order 11 is kept"))
        .first(),
    ).toBeVisible();
    page.off("request", onRequest);
    expect(asked).toEqual([...new Set(asked)]);
    expect(asked.length).toBeGreaterThan(3);
  }
});

for (const [what, path, call] of [
  ["dashboard", "/", /\/dashboard$/],
  ["report list", "/reports", /\/api\/reports\?/],
] as const) {
  test(`the live connection reads the ${what} again if something has changed, and else not`, async ({
    page,
    seeded,
  }) => {
    await uploadReport(seeded, { filename: `before ${what}.xml`, suite: `before ${what}` }, junitReport(3));
    await page.clock.install();
    await signedIn(page, seeded);
    await page.goto(path);
    const list = page.getByRole("list", { name: "Reports", exact: true });
    await expect(list).toBeVisible();
    const asked: string[] = [];
    page.on("request", (request) => {
      if (call.test(request.url())) asked.push(request.url());
    });
    const connected = page.waitForEvent("websocket", (socket) => socket.url().includes("/socket.io/"));
    await page.reload();
    // The answer to the joining of the project says that nothing was missed.
    await (await connected).waitForEvent("framereceived", ({ payload }) => String(payload).includes("changedMsAgo"));
    await expect(list).toBeVisible();
    // Whatever was put off for a moment happens now.
    await page.clock.runFor(2000);
    expect(asked).toHaveLength(1);
    await uploadReport(seeded, { filename: `after ${what}.xml`, suite: `after ${what}` }, junitReport(2));
    await expect(
      page
        .getByText(`after ${what}`)
        .or(page.getByText(/new report/))
        .first(),
    ).toBeVisible();
    expect(asked.length).toBeGreaterThan(1);
  });
}
