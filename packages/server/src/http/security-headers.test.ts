import { expect, test } from "vitest";
import { createTestApp } from "#testing/app.ts";

test.for(["/", "/api/public/config", "/api/projects", "/nowhere"])(
  "%s cannot be reached from a window of another site",
  async (url) => {
    await using plumb = await createTestApp();
    const { headers } = await plumb.app.inject(url);
    expect(headers).toMatchObject({
      "cross-origin-opener-policy": "same-origin",
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
    });
    expect(headers).not.toHaveProperty("strict-transport-security");
  },
);

test.for([
  ["https://plumb.example", "max-age=31536000"],
  ["http://plumb.example", undefined],
] as const)("with PLUMB_PUBLIC_URL %s browsers stay with https: %s", async ([publicUrl, expected]) => {
  await using plumb = await createTestApp({ publicUrl });
  expect((await plumb.app.inject("/api/public/config")).headers["strict-transport-security"]).toBe(expected);
});
