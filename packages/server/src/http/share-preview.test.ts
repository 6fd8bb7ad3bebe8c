import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createSharePage } from "./share-preview.ts";

test("the preview has the name of the target and of the project, as text", () => {
  const folder = mkdtempSync(join(tmpdir(), "plumb-preview-"));
  try {
    const path = join(folder, "index.html");
    writeFileSync(path, "<html><head><title>Plumb</title></head><body></body></html>");
    const page = createSharePage(path)({ title: `#12 of "</head><script>$& `, projectName: "Shop & Co" });
    expect(page).toContain(`<meta property="og:title" content="#12 of &quot;&lt;/head&gt;&lt;script&gt;$&amp; " />`);
    expect(page).toContain(`<meta property="og:description" content="Shop &amp; Co" />`);
    expect(page.match(/<\/head>/g)).toHaveLength(1);
    expect(createSharePage(path)({ title: "x".repeat(5000), projectName: "" }).length).toBeLessThan(800);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
