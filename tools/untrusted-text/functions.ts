import type { Block } from "../../packages/contract/src/text/rich-text.ts";
import { readError } from "../../packages/analysis/src/errors/read-error.ts";
import { causeTitle } from "../../packages/analysis/src/failures/cause-title.ts";
import { failingLine } from "../../packages/analysis/src/failures/failing-line.ts";
import { FailureAnalyst } from "../../packages/analysis/src/failures/failure-analyst.ts";
import { ownerFinder } from "../../packages/analysis/src/owners/owner-finder.ts";
import { matchesSegment } from "../../packages/analysis/src/owners/path-pattern.ts";
import { readOwnerRules } from "../../packages/analysis/src/owners/owner-rules.ts";
import { suggestedFixes } from "../../packages/analysis/src/suggestions/suggested-fixes.ts";
import { mentionsIn } from "../../packages/contract/src/text/mentions.ts";
import { renderAdf } from "../../packages/server/src/connectors/markup/adf.ts";
import { renderHtml } from "../../packages/server/src/connectors/markup/html.ts";
import { renderJiraWiki } from "../../packages/server/src/connectors/markup/jira-wiki.ts";
import { renderMarkdown } from "../../packages/server/src/connectors/markup/markdown.ts";
import { listOf } from "../../packages/server/src/connectors/search-text.ts";
import { promptAbout } from "../../packages/server/src/failures/llm/ask-about-causes.ts";
import { verdictOf } from "../../packages/server/src/failures/verdict.ts";
import { contentDisposition } from "../../packages/server/src/http/content-disposition.ts";
import { storedStart, withoutSecrets } from "../../packages/server/src/outbox/without-secrets.ts";
import * as logs from "../../packages/server/src/ingest/sources/reportportal/logs/logs.ts";

type Work = (text: string) => unknown;

const log = (text: string): logs.Log => ({ item: "a", time: 0, level: "error", text });
const analyst = new FailureAnalyst();
const message = "Error: no";
const people = [{ id: 1, name: "Ana Low", email: "ana@example.org" }];
/** All kinds of blocks with a text. */
const blocks = (text: string): readonly Block[] => [
  { kind: "paragraph", content: [text, { code: text }, { text, url: `https://a.example/${text}` }] },
  { kind: "heading", text },
  { kind: "list", items: [[text]] },
  { kind: "code", text },
];
const owners = ownerFinder(readOwnerRules("*.ts @web\n/a/**/b @a\nx*a*b @c\n").rules);

/** Calls with text in a special format. The key is the name of the exported function, if it is called directly. */
export const functions: Readonly<Record<string, Work>> = {
  outputOf: (text) => logs.outputOf([log(text)]),
  errorsOf: (text) => logs.errorsOf([log(text)]),
  describedError: (text) => logs.describedError(text),
  "the Markdown of a text": (text) => renderMarkdown(blocks(text)),
  "the wiki markup of a text": (text) => renderJiraWiki(blocks(text)),
  "the HTML of a text": (text) => renderHtml(blocks(text)),
  "the document of a text": (text) => renderAdf(blocks(text)),
  "the analysis of a message": (text) => analyst.analyse({ message: text }),
  "the analysis of a stack": (text) => analyst.analyse({ message, stack: text }),
  "the analysis of a page": (text) => analyst.analyse({ message, page: text }),
  "the analysis of a title": (text) => analyst.analyse({ message, title: text }),
  "the title of a cause": (text) =>
    causeTitle({ message: text, test: { titlePath: [text], variant: text, file: text, line: 1 }, tests: 1 }),
  "packages/analysis/src/failures/failing-line.ts#failingLine": (text) =>
    failingLine("a/b.ts", [{ message: text, stack: text }]),
  "the owner of a path": (text) => owners(text),
  "the owner by a pattern": (text) => ownerFinder(readOwnerRules(`${text} @a`).rules)("a/b/c.ts"),
  "packages/analysis/src/owners/path-pattern.ts#matchesSegment": (text) => matchesSegment("*a*b?", text),
  "packages/analysis/src/suggestions/suggested-fixes.ts#suggestedFixes": (text) =>
    suggestedFixes(readError({ message: text, stack: text }), null, "playwright"),
  "packages/contract/src/text/mentions.ts#mentionsIn": (text) => mentionsIn(text, people),
  "packages/server/src/connectors/search-text.ts#listOf": (text) => listOf(text),
  "packages/server/src/failures/llm/ask-about-causes.ts#promptAbout": (text) =>
    promptAbout({ message: text, stack: text }, { framework: "playwright", title: text }),
  "packages/server/src/failures/verdict.ts#verdictOf": (text) =>
    verdictOf([{ message: text, stack: text }], { framework: "playwright", title: "adds" }),
  "packages/server/src/outbox/without-secrets.ts#storedStart": (text) => storedStart(text, ["secret", "a"]),
  "packages/server/src/outbox/without-secrets.ts#withoutSecrets": (text) => withoutSecrets(text, ["secret", "a"]),
  "packages/server/src/http/content-disposition.ts#contentDisposition": (text) => contentDisposition("inline", text),
};

const inAnalysis = "Measured by the analysis of a message, which calls it.";
const inReaders = "Measured by the readers of formats, which call it.";
const inJson = "Measured by the readers of JSON, which call it.";

/** Functions that are not measured separately, with the reason. */
export const exceptions: Readonly<Record<string, string>> = {
  "packages/analysis/src/classification/api-response.ts#apiResponse":
    "Calls lastResponseIn, which is measured, and the analysis of a message.",
  "packages/analysis/src/classification/rule.ts#factsOf": inAnalysis,
  "packages/analysis/src/classification/test-kind.ts#testKind": inAnalysis,
  "packages/analysis/src/errors/error-parts.ts#statusIn": inAnalysis,
  "packages/analysis/src/errors/read-error.ts#readLines": inAnalysis,
  "packages/analysis/src/owners/pattern-tree.ts#step": "Measured by the owner of a path.",
  "packages/formats/src/detection/binary.ts#binaryKind": inReaders,
  "packages/formats/src/json/indented-piece.ts#indentedPiece": inReaders,
  "packages/formats/src/json/steps-in-order.ts#stepsInOrder": inReaders,
  "packages/formats/src/text/shown-facts.ts#addFact": inReaders,
  "packages/server/src/connectors/responses.ts#textOf": inJson,
  "packages/server/src/connectors/responses.ts#unexpected": inJson,
  "packages/server/src/connectors/github/api.ts#queryGithub": inJson,
  "packages/server/src/connectors/linear/api.ts#queryLinear": inJson,
  "packages/server/src/connectors/mail/mail-error.ts#mailError": inJson,
  "packages/server/src/connectors/reasons.ts#partOf": inJson,
  "packages/server/src/outbox/http-result.ts#httpResult": inJson,
  "packages/server/src/outbox/without-secrets.ts#formsOfSecrets": "Takes the secrets of one connection.",
  "packages/server/src/outgoing/outgoing-error.ts#outgoingError": inJson,
  "packages/server/src/exports/render/pdf/lines.ts#wrapped": "Draws in a thread, with a typeface.",
  "packages/server/src/exports/render/pdf/lines.ts#clippedLines": "Draws in a thread, with a typeface.",
  "packages/server/src/exports/render/pdf/lines.ts#clippedLine": "Draws in a thread, with a typeface.",
  "packages/server/src/failures/llm/language-model.ts#presentLanguageModel":
    "Presents stored settings of an administrator.",
  "packages/server/src/failures/verdict.ts#withVerdicts": "Calls verdictOf for each attempt.",
};
