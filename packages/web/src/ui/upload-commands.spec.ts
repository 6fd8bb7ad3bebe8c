import { expect } from "@playwright/test";
import { test } from "#testing/story-test.ts";
import type { OfAServer } from "./upload-commands.story.tsx";

test("both commands are filled in with the server's address, and install from it", async ({ mount }) => {
  const view = await mount<typeof OfAServer>("ui/upload-commands/OfAServer");
  const cli = view.getByLabel("CLI command", { exact: true });
  await expect(cli).toContainText("PLUMB_URL=https://plumb.example.com:4600/tests PLUMB_API_KEY=…");
  await expect(cli).toContainText("npx -y https://plumb.example.com:4600/tests/packages/cli.tgz");
  await expect(view.getByLabel("curl command", { exact: true })).toContainText(
    '"https://plumb.example.com:4600/tests/api/ingest/uploads"',
  );
});
