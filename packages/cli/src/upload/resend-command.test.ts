import { expect, test } from "vitest";
import { resendCommand } from "./resend-command.ts";

test("the command to send again is escaped for the shell", () => {
  const settings = { url: "http://p", query: { suite: "it's web", branch: "-x", ciUrl: "https://ci/1?a=b" }, batch: 2 };
  expect(resendCommand(settings, ["-a.xml", "**/*.xml"])).toBe(
    String.raw`plumb upload --url http://p --suite 'it'\''s web' --branch=-x --ci-url 'https://ci/1?a=b' --batch 2 -- -a.xml '**/*.xml'`,
  );
  const labels = { url: "http://p", query: { tag: ["a b"], fact: ["browser=chrome", "os=linux"] }, batch: Infinity };
  expect(resendCommand(labels, ["a.xml"])).toBe(
    "plumb upload --url http://p --tag 'a b' --fact browser=chrome --fact os=linux a.xml",
  );
  const partial = { url: "http://p", query: { partial: true }, batch: Infinity };
  expect(resendCommand(partial, ["a.xml"])).toBe("plumb upload --url http://p --partial a.xml");
});
