import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./badge-view.story.tsx";
import type { Off, On } from "./badge-view.story.tsx";

const story = (name: keyof typeof stories) => `features/projects/badge-view/${name}` as const;

test("without a public badge, the panel names the switch", async ({ mount }) => {
  const view = await mount<typeof Off>(story("Off"));
  await expect(view.getByText("Select “Public badge” above")).toBeVisible();
  await expect(view.getByAltText("Preview of the badge")).toHaveCount(0);
});

test("the Markdown and the preview follow the branch", async ({ mount }) => {
  const view = await mount<typeof On>(story("On"));
  const markdown = view.getByLabel("Markdown", { exact: true });
  await expect(markdown).toHaveText(
    "[![Tests](https://plumb.example.com/api/public/projects/7/badge.svg)](https://plumb.example.com/)",
  );
  await view.getByLabel("Branch").fill("feature/a [b](c)");
  await expect(markdown).toContainText(String.raw`[![Tests on feature/a \[b\](c)](https://plumb.example.com`);
  await expect(markdown).toContainText("badge.svg?branch=feature%2Fa%20%5Bb%5D%28c%29)");
  await expect(view.getByAltText("Preview of the badge")).toHaveAttribute(
    "src",
    /badge\.svg\?branch=feature%2Fa%20%5Bb%5D%28c%29&v=1$/,
  );
});

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/projects/badge-view", ["Off", "On"]));
