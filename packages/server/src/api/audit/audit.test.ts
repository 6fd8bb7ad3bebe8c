import { expect, test } from "vitest";
import { call, createTestApp, seedProject } from "#testing/app.ts";

interface Page {
  readonly data: { id: number; action: string; targetName: string }[];
  readonly nextCursor: number | null;
}

test("acts are read newest first, page by page, without gaps", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb, "One");
  await call(plumb, "POST", "/api/projects", { token, body: { name: "Two" } });
  const seen: string[] = [];
  let cursor: number | null = 0;
  while (cursor !== null) {
    const page: { body: Page } = await call<Page>(
      plumb,
      "GET",
      `/api/audit?limit=2${cursor === 0 ? "" : `&cursor=${cursor}`}`,
      { token },
    );
    seen.push(...page.body.data.map(({ action, targetName }) => `${action} ${targetName}`));
    cursor = page.body.nextCursor;
  }
  expect(seen).toEqual(["project.created Two", "api_key.created CI", "project.created One"]);
});

test("an act that is refused leaves no trace", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb, "One");
  await call(plumb, "POST", "/api/projects", { token, body: { name: "one" } });
  const { body } = await call<Page>(plumb, "GET", "/api/audit?action=project.created", { token });
  expect(body.data).toHaveLength(1);
});
