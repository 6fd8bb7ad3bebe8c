import type { Message } from "#connectors/message.ts";

/** A message with every part that messages can have. */
export const fullMessage: Message = {
  title: "Web shop #12 failed: 2 failures",
  url: "https://plumb.example/reports/12",
  tone: "failure",
  facts: [
    { label: "Suite", value: "Web shop" },
    { label: "Branch", value: "feature/gift_wrap" },
  ],
  blocks: [
    { kind: "heading", text: "New here" },
    {
      kind: "paragraph",
      content: [
        "New: ",
        { text: "Pay button hidden", url: "https://plumb.example/defects?group=7&project=1" },
        " in ",
        { code: "pay.spec.ts" },
        " & <2> more",
      ],
    },
    { kind: "code", text: "TimeoutError: #pay was not *visible*\n    at pay.spec.ts:12" },
    { kind: "list", items: [["Owner: ", { code: "@ada" }], ["2 tests"]] },
  ],
  actions: [
    { label: "Open the report", url: "https://plumb.example/reports/12" },
    { label: "Open the cause", url: "https://plumb.example/defects?group=7&project=1" },
  ],
  footer: "Not listed: 3 known causes.",
};
