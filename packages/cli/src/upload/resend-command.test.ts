import { expect, test } from "vitest";
import { resendCommand } from "./resend-command.ts";

test("the command to send again is escaped for the shell", () => {
  const settings = { url: "http://p", query: { suite: "it's web", branch: "-x", ciUrl: "https://ci/1?a=b" }, batch: 2 };
  expect(resendCommand(settings, ["-a.xml", "**/*.xml"])).toBe(
    String.raw`plumb upload --url http://p --suite 'it'\''s web' --branch=-x --ci-url 'https://ci/1?a=b' --batch 2 -- -a.xml '**/*.xml'`,
  );
  const partial = { url: "http://p", query: { partial: true }, batch: Infinity };
  expect(resendCommand(partial, ["a.xml"])).toBe("plumb upload --url http://p --partial a.xml");
});
