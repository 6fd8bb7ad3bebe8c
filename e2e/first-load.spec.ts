import { expect } from "@playwright/test";
import { signedIn, test, uploadReport } from "./product.ts";
import { junitReport } from "./report-files.ts";

test("a page asks for nothing twice: what start.js began is what the app wanted", async ({ page, seeded }) => {
  const reportId = await uploadReport(seeded, { filename: "once.xml", suite: "once" }, junitReport(120));
  await signedIn(page, seeded);
  // Without the live connection: what it reads again is its own matter.
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
