import { trendFormulas } from "@plumb/analysis/trends/formulas.ts";
import type { Block, Inline } from "@plumb/contract/text/rich-text.ts";
import type { WeekSummary } from "@plumb/contract/trends/week.ts";
import { weekMetrics } from "@plumb/contract/trends/week-metrics.ts";
import type { WeekLine, WeekList } from "@plumb/contract/trends/week-model.ts";
import { weekSentence } from "@plumb/contract/trends/week-sentence.ts";
import { comparedText, weekParts, weekTitle } from "@plumb/contract/trends/week-page.ts";
import type { Message } from "#connectors/message.ts";

const listedLines = 5;

/** A weekly report and where its links lead. */
export interface WeekReport {
  readonly week: WeekSummary;
  readonly projectId: number;
  /** URL of the app without a trailing slash. */
  readonly origin: string;
}

/** Returns the weekly report as a message: its metrics, and the first lines of each list. */
export function weekMessage({ week, projectId, origin }: WeekReport): Message {
  const metrics = weekMetrics(week);
  const { verdict, text } = weekSentence(week);
  const url = `${origin}/trends/week?week=${week.week}&project=${projectId}`;
  return {
    title: `${week.projectName}: ${weekTitle(week)}`,
    url,
    tone: metrics.some(({ formula, tone }) => formula === "passRate" && tone === "bad") ? "warning" : "neutral",
    facts: metrics.map(({ formula, value, difference }) => ({
      label: trendFormulas[formula].name,
      value: difference === "" ? value : `${value} (${difference})`,
    })),
    blocks: [
      { kind: "paragraph", content: [verdict === null ? text : `${verdict}: ${text}`] },
      { kind: "paragraph", content: [comparedText(week)] },
      ...weekParts(week).flatMap(({ title, lists }): Block[] => {
        const filled = lists.filter(({ lines }) => lines.length > 0);
        return [
          { kind: "heading", text: title },
          ...(filled.length === 0
            ? emptyBlocks(lists)
            : filled.flatMap((list) => listBlocks(list, { projectId, origin }))),
        ];
      }),
    ],
    actions: [{ label: "Open the weekly report", url }],
    footer: null,
  };
}

function emptyBlocks(lists: readonly WeekList[]): Block[] {
  return [{ kind: "paragraph", content: [lists.map(({ empty }) => empty).join(" ")] }];
}

function listBlocks({ title, summary, lines }: WeekList, scope: Pick<WeekReport, "origin" | "projectId">): Block[] {
  const left = lines.length - listedLines;
  return [
    { kind: "paragraph", content: [summary === "" ? `${title}:` : `${title}: ${summary}`] },
    {
      kind: "list",
      items: [
        ...lines.slice(0, listedLines).map((line) => lineOf(line, scope)),
        ...(left > 0 ? [[`and ${left} more in the report`]] : []),
      ],
    },
  ];
}

function lineOf(
  { tag, title, detail, target }: WeekLine,
  { projectId, origin }: Pick<WeekReport, "origin" | "projectId">,
): Inline[] {
  const path =
    target.kind === "test"
      ? `/tests/${target.id}?`
      : `/${target.kind === "cause" ? "defects?group" : "analysis?annotation"}=${target.id}&`;
  const rest = [tag?.text ?? "", detail].filter((text) => text !== "").join(", ");
  return [{ text: title, url: `${origin}${path}project=${projectId}` }, ...(rest === "" ? [] : [` — ${rest}`])];
}
