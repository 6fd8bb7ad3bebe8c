import { expect, test } from "vitest";
import { AdfDocument } from "#testing/fakes/adf.ts";
import type { Block } from "@plumb/contract/text/rich-text.ts";
import { renderAdf } from "./adf.ts";
import { renderWithin } from "./fit.ts";
import { renderHtml } from "./html.ts";
import { renderJiraWiki } from "./jira-wiki.ts";
import { renderMarkdown } from "./markdown.ts";
import { plainTitle } from "./plain.ts";

const paragraph = (text: string): Block => ({ kind: "paragraph", content: [text] });
const code = (text: string): Block => ({ kind: "code", text });
/** Shows the zero-width space. */
const visible = (text: string) => text.replaceAll("\u200b", "·");

const sample: readonly Block[] = [
  { kind: "heading", text: "Error" },
  {
    kind: "paragraph",
    content: ["Failed in ", { text: "run 1", url: "https://plumb.example/r/1?a=1&b=(2)" }, ": ", { code: "a*b" }],
  },
  { kind: "list", items: [["one"], ["two"]] },
  code("line 1\n  line 2"),
];

test("renders all blocks in each markup", () => {
  expect(renderMarkdown(sample)).toBe(
    [
      "### Error",
      "Failed in [run 1](<https://plumb.example/r/1?a=1&b=%282%29>)\\: ` a*b `",
      "- one\n- two",
      "```text\nline 1\n  line 2\n```",
    ].join("\n\n"),
  );
  expect(renderJiraWiki(sample)).toBe(
    [
      "h3. Error",
      "Failed in [run 1|https://plumb.example/r/1?a=1&b=%282%29]&#58; {{a&#42;b}}",
      "* one\n* two",
      "{noformat}\nline 1\n  line 2\n{noformat}",
    ].join("\n\n"),
  );
  expect(renderHtml(sample)).toBe(
    '<h3>Error</h3><p>Failed in <a href="https://plumb.example/r/1?a=1&amp;b=%282%29">run 1</a>: <code>a*b</code></p>' +
      "<ul><li>one</li><li>two</li></ul><pre><code>line 1\n  line 2</code></pre>",
  );
  expect(AdfDocument.parse(renderAdf(sample))).toEqual({
    type: "doc",
    version: 1,
    content: [
      { type: "heading", attrs: { level: 3 }, content: [{ type: "text", text: "Error" }] },
      {
        type: "paragraph",
        content: [
          { type: "text", text: "Failed in " },
          {
            type: "text",
            text: "run 1",
            marks: [{ type: "link", attrs: { href: "https://plumb.example/r/1?a=1&b=%282%29" } }],
          },
          { type: "text", text: ": " },
          { type: "text", text: "a*b", marks: [{ type: "code" }] },
        ],
      },
      {
        type: "bulletList",
        content: ["one", "two"].map((text) => ({
          type: "listItem",
          content: [{ type: "paragraph", content: [{ type: "text", text }] }],
        })),
      },
      { type: "codeBlock", content: [{ type: "text", text: "line 1\n  line 2" }] },
    ],
  });
});

test.for([
  ["@all @org/team a@b.example", "@·all @·org/team a@·b.example"],
  ["fixes #12, octo/shop#1, GH-7, !3, &4, %5, ~bug", "fixes \\#·12, octo/shop\\#·1, GH·-7, \\!·3, \\&·4, %·5, \\~·bug"],
  ["https://evil.example www.evil.example", "https\\:·//evil.example www·.evil.example"],
  ["![x](https://e/x.png) [a](b)", "\\!·\\[x\\](https\\:·//e/x.png) \\[a\\](b)"],
  ["<img src=x onerror=y> &lt;", "\\<img src=x onerror=y\\> \\&·lt;"],
  ["# a * b _c_ `d` | e", "\\#  a \\* b \\_c\\_ \\`d\\` \\| e".replace("#  a", "# a")],
  ["- item", "\\- item"],
  ["12. item", "12·. item"],
  ["> quote", "\\> quote"],
  ["/close", "·/close"],
  ["a\n\n# b\r\n=====", "a \\# b ====="],
  ["$`x`$", "\\$·\\`x\\`\\$"],
  [":smile: <!-- hidden -->", "\\:smile\\: \\<\\!-- hidden --\\>"],
] as const)("Markdown shows %j unchanged: %j", ([text, expected]) => {
  expect(visible(renderMarkdown([paragraph(text)]))).toBe(expected);
});

test("a fence is longer than the backticks in its code, and GitLab finds no command in it", () => {
  expect(renderMarkdown([code("a\n```\n/close\n/usr/bin/node x\n````js\n @all #1")])).toBe(
    "`````text\na\n```\n\u200b/close\n/usr/bin/node x\n````js\n @all #1\n`````",
  );
  expect(renderMarkdown([{ kind: "paragraph", content: [{ code: "a`` b" }, { code: " " }] }])).toBe("``` a`` b ```");
});

test.for([
  ["[~admin] {color:red}x{color}", "&#91;&#126;admin&#93; &#123;color&#58;red&#125;x&#123;color&#125;"],
  ["!http://e/x.png! http://e \\\\", "&#33;http&#58;//e/x.png&#33; http&#58;//e &#92;&#92;"],
  ["*b* _i_ -s- +u+", "&#42;b&#42; &#95;i&#95; &#45;s&#45; &#43;u&#43;"],
  ["^s^ ~s~ ??c?? ||h||", "&#94;s&#94; &#126;s&#126; &#63;&#63;c&#63;&#63; &#124;&#124;h&#124;&#124;"],
  ["h1. Title", "h1&#46; Title"],
  ["bq. quote\nh2. x", "bq&#46; quote h2. x"],
  ["&#123; :) (!)", "&#38;&#35;123; &#58;&#41; &#40;&#33;&#41;"],
] as const)("Jira wiki markup shows %j unchanged", ([text, expected]) => {
  const rendered = renderJiraWiki([paragraph(text)]);
  expect(rendered).toBe(expected);
  expect(rendered.replace(/&#\d+;/g, "")).not.toMatch(/[[\]{}*_+^~|!?\\-]/);
  expect(rendered.replace(/&#(\d+);/g, (_, number) => String.fromCharCode(Number(number)))).toBe(
    text.replaceAll("\n", " "),
  );
});

test("code cannot end its block in Jira wiki markup, or contain a macro", () => {
  expect(visible(renderJiraWiki([code("a {noformat} b { NoFormat:x} {code}")]))).toBe(
    "{noformat}\na {·noformat} b {· NoFormat:x} {code}\n{noformat}",
  );
});

test("HTML contains no element or mention of a text", () => {
  expect(visible(renderHtml([paragraph(`<b>"x" & 'y'</b> @<1-2>`), code("</code></pre><script>")]))).toBe(
    "<p>&lt;b&gt;&quot;x&quot; &amp; &#39;y&#39;&lt;/b&gt; @·&lt;1-2&gt;</p>" +
      "<pre><code>&lt;/code&gt;&lt;/pre&gt;&lt;script&gt;</code></pre>",
  );
});

test("only web pages become links", () => {
  for (const url of ["javascript:alert(1)", "data:text/html,x", "nowhere", "", "file:///etc/passwd"]) {
    const blocks: readonly Block[] = [{ kind: "paragraph", content: [{ text: "x", url }] }];
    expect([renderMarkdown(blocks), renderJiraWiki(blocks), renderHtml(blocks)]).toEqual(["x", "x", "<p>x</p>"]);
    expect(JSON.stringify(renderAdf(blocks))).not.toContain("link");
  }
  const blocks: readonly Block[] = [
    { kind: "paragraph", content: [{ text: "]x|", url: 'https://a.example/>)|]}"<b>' }] },
  ];
  expect(renderMarkdown(blocks)).toBe("[\\]x\\|](<https://a.example/%3E%29%7C%5D%7D%22%3Cb%3E>)");
  expect(renderJiraWiki(blocks)).toBe("[&#93;x&#124;|https://a.example/%3E%29%7C%5D%7D%22%3Cb%3E]");
});

test("removes colours, control characters, direction marks and lone surrogates", () => {
  const text = "\u001b[31mred\u001b[0m\0\b \u202eevil\u202c \ud800 \r\nnext";
  expect(renderMarkdown([code(text)])).toBe("```text\nred evil \ufffd \nnext\n```");
  expect(renderHtml([paragraph(text)])).toBe("<p>red evil \ufffd next</p>");
  expect(JSON.stringify(renderAdf([code(text)]))).toContain('"red evil \ufffd \\nnext"');
});

test("documents of Jira Cloud contain no empty nodes", () => {
  const empty: readonly Block[] = [
    paragraph(""),
    code(""),
    { kind: "heading", text: "" },
    { kind: "list", items: [] },
    { kind: "list", items: [[]] },
    { kind: "paragraph", content: ["", { code: "" }, { text: "", url: "https://a.example" }] },
  ];
  expect(AdfDocument.safeParse(renderAdf(empty)).success).toBe(true);
});

const render = (blocks: readonly Block[]) => renderMarkdown(blocks);
const within = (blocks: readonly Block[], maxLength: number, last: readonly Block[] = []) =>
  renderWithin(blocks, last, { render, length: ({ length }) => length, maxLength, service: "GitHub" });

test("a text that fits is not cut", () => {
  expect(within(sample, 1000)).toBe(renderMarkdown(sample));
});

test.for([200, 201, 202, 203, 500])(
  "a text is cut within %d characters, and never in the middle of a character",
  (max) => {
    const cut = within([paragraph("Intro"), code("😀".repeat(10_000)), paragraph("never")], max, [
      paragraph("Reference"),
    ]);
    expect(cut.length).toBeLessThanOrEqual(max);
    expect(cut.length).toBeGreaterThan(max - 4);
    expect(cut).toMatch(
      /^Intro\n\n```text\n(😀)+\n```\n\nThis text was cut after about \d+ characters, because it is too long for GitHub\.\n\nReference$/u,
    );
  },
);

test("lists and paragraphs are cut too, and links are left out as a whole", () => {
  const items = Array.from({ length: 1000 }, (_, index) => [`item ${index}`]);
  const list = within([{ kind: "list", items }], 300);
  expect(list).toMatch(/^- item 0\n- item 1\n/);
  expect(list).toMatch(/This text was cut/);
  const link = { text: "x".repeat(500), url: "https://a.example" };
  expect(within([{ kind: "paragraph", content: ["before ", link] }], 200)).toMatch(/^before\n\nThis text was cut/);
});

test("characters that need an escape count as they are sent", () => {
  expect(within([paragraph("*".repeat(1000))], 400).length).toBeLessThanOrEqual(400);
  expect(within([paragraph("*".repeat(1000))], 400).length).toBeGreaterThan(395);
});

test("removes the line breaks at the end of code only, even if there are many elsewhere", () => {
  const many = "\n".repeat(400_000);
  expect(renderMarkdown([code(`a${many}b\n\n`)])).toBe(`\`\`\`text\na${many}b\n\`\`\``);
  expect(renderJiraWiki([code(`a${many}b\n\n`)])).toBe(`{noformat}\na${many}b\n{noformat}`);
});

test("a huge number of blocks is cut in bounded time", () => {
  const blocks = Array.from({ length: 200_000 }, () => paragraph(""));
  expect(within(blocks, 1000)).toMatch(/^This text was cut/);
});

test("titles are one line, not empty, and end with an ellipsis if they were cut", () => {
  expect(plainTitle(" a\n\tb\u001b[1mc\u001b[0m ", 20)).toBe("a bc");
  expect(plainTitle("\n\0 ", 20)).toBe("Untitled failure");
  expect(plainTitle("😀".repeat(20), 10)).toBe(`${"😀".repeat(4)}…`);
  expect(plainTitle("x".repeat(10), 10)).toBe("x".repeat(10));
});
