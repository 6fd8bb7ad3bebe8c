import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./session-expired-banner.story.tsx";

test("has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/session/session-expired-banner", [
    { name: "Raised", ready: (view) => expect(view.getByRole("alert")).toContainText("Please log in again.") },
  ]));
