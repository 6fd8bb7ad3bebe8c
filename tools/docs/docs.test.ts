import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const repository = join(import.meta.dirname, "../..");
const pages = globSync(["*.md", "docs/**/*.md", "packages/*/README.md", "bench/**/*.md", "demo/*.md"], {
  cwd: repository,
});
const read = (page: string) => readFileSync(join(repository, page), "utf8");

/** Returns the targets of links and images, without web addresses. */
function targetsIn(text: string): string[] {
  const prose = text.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, "");
  const found = [...prose.matchAll(/\]\(([^)\s]+)\)/g), ...prose.matchAll(/\b(?:src|srcset)="([^"]+)"/g)];
  return found.map(([, target = ""]) => target).filter((target) => !/^(?:https?|mailto):/.test(target));
}

/** Returns the anchor that code hosts generate for a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");

const anchorsIn = (text: string) => [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => anchorOf(heading));

test.for(pages)("every link of %s leads somewhere", (page) => {
  const broken = targetsIn(read(page)).filter((target) => {
    const [path = "", anchor] = target.split("#");
    const file = path === "" ? page : join(dirname(page), path);
    if (!existsSync(join(repository, file))) return true;
    return anchor !== undefined && file.endsWith(".md") && !anchorsIn(read(file)).includes(anchor);
  });
  expect(broken).toEqual([]);
});

test.for(globSync("docs/*.md", { cwd: repository }))("the index of the documentation lists %s", (page) => {
  if (page === "docs/README.md") return;
  expect(targetsIn(read("docs/README.md"))).toContain(page.replace("docs/", ""));
});

const decisions = globSync("docs/decisions/[0-9]*.md", { cwd: repository });

test.for(decisions)("%s has a number, a status and a date, and the index repeats them", (page) => {
  const name = page.replace("docs/decisions/", "");
  const [heading = "", , status = "", date = ""] = read(page).split("\n");
  expect(heading).toMatch(new RegExp(`^# ${Number(name.slice(0, 4))}\\. \\S`));
  expect(status).toMatch(/^- Status: (?:accepted|superseded by \[decision \d+\]\(\d{4}-[\w-]+\.md\))/);
  expect(date).toMatch(/^- Date: 20\d\d-\d\d-\d\d$/);
  const [, number = "", title = ""] = /^# (\d+)\. (.+)$/.exec(heading) ?? [];
  const row = `| ${number} | [${title}](${name}) | ${status.replace("- Status: ", "")} | ${date.replace("- Date: ", "")} |`;
  expect(read("docs/decisions/README.md")).toContain(row);
});

test("the changelog follows Keep a Changelog, with short entries", () => {
  const lines = read("CHANGELOG.md").split("\n");
  const titles = lines.filter((line) => line.startsWith("## ")).map((line) => line.slice(3));
  expect(titles[0]).toBe("Unreleased");
  for (const title of titles.slice(1)) expect(title).toMatch(/^\d+\.\d+\.\d+ - 20\d\d-\d\d-\d\d$/);
  for (const line of lines.filter((text) => text.startsWith("### ")))
    expect(["Added", "Changed", "Deprecated", "Removed", "Fixed", "Performance", "Security"]).toContain(line.slice(4));
  expect(lines.filter((line) => line.startsWith("- ") && line.length > 142)).toEqual([]);
  const { version } = JSON.parse(read("package.json")) as { version: string };
  expect(titles[1]).toContain(version);
});

test("the documentation lists every setting of the server", () => {
  const settings = [...read("packages/server/src/config.ts").matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(
    ([, name]) => name,
  );
  expect(settings).toContain("PLUMB_PORT");
  const documented = read("docs/configuration.md");
  expect(settings.filter((name) => !documented.includes(`\`${name}\``))).toEqual([]);
});
