import { expect } from "@playwright/test";
import { createApiKey } from "@plumb/contract/projects/api-keys.ts";
import { startCommitUpload } from "../packages/reporter-core/src/commits/send-commits.ts";
import { createRepository } from "../packages/reporter-core/src/testing/git-repository.ts";
import { ownProject, signedIn, test, uploadReport } from "./product.ts";

function report(failure?: string): string {
  const body = failure === undefined ? "" : `<failure message="${failure}">${failure}</failure>`;
  return `<testsuites><testsuite name="shop"><testcase classname="shop" name="adds an article" time="0.5">${body}</testcase></testsuite></testsuites>`;
}

test("a broken test leads to the commit that broke it, and to the commit that fixed it before", async ({
  page,
  product,
  seeded,
}) => {
  await signedIn(page, seeded);
  const project = await ownProject(page, seeded, "Suspects");
  const { data } = await seeded.client.call(createApiKey, {
    params: { projectId: project.projectId },
    body: { name: "CI" },
  });
  using repository = createRepository();
  repository.git("remote", "add", "origin", "git@git.example.test:ada/shop.git");
  const send = async (commit: string, build: string, failure?: string) => {
    const query = { filename: "r.xml", suite: "shop", build, branch: "main", commit };
    await uploadReport(project, query, report(failure));
    await startCommitUpload({ url: product.address, key: data.key }, { cwd: repository.path, commit }).finish(60_000);
  };
  const broken = "expected 3 to be 2\n    at total (/home/runner/work/shop/shop/src/cart/total.ts:3:1)";
  const start = repository.commit("Start", { "src/cart/total.ts": "1" });
  await send(start, "1");
  await send(repository.commit("Round each line", { "src/cart/total.ts": "2" }), "2", broken);
  const fixed = repository.commit("Round the total once", { "src/cart/total.ts": "3" });
  for (const build of ["3", "4", "5"]) await send(fixed, build);
  repository.commit("Describe the cart", { "docs/cart.md": "1" });
  await send(repository.commit("Add a discount", { "src/cart/total.ts": "4" }), "6", broken);

  await page.goto("/defects");
  await page.getByRole("table", { name: "Groups" }).locator("[data-open-row]").click();
  const suspects = page.getByRole("list", { name: "Suspected commits" }).locator("> li");
  await expect(suspects).toHaveCount(1);
  await expect(page.getByText("1 other commit changes none of the files in the error")).toBeVisible();
  await expect(suspects.first()).toContainText(/Add a discount.*Ada Lovelace.*total\.ts, which is in the stack/s);
  await expect(suspects.first().getByRole("link")).toHaveAttribute(
    "href",
    /^https:\/\/git\.example\.test\/ada\/shop\/commit\/[\da-f]{40}$/,
  );
  await expect(page.getByRole("list", { name: "Fixed before" })).toContainText("Round the total once");

  await page.getByRole("tab", { name: "By Test Case" }).click();
  await page
    .getByRole("link", { name: /adds an article/ })
    .first()
    .click();
  await page.getByText("Suspected commits and similar failures").click();
  await expect(page.getByRole("list", { name: "Suspected commits" })).toContainText("Add a discount");

  await page.getByText(/^History/).click();
  await page.getByRole("link", { name: "Test history" }).click();
  await expect(page.getByRole("region", { name: "Commits" })).toContainText("Add a discount");
});
