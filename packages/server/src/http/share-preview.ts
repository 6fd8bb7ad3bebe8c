import { readFileSync } from "node:fs";
import { beginning } from "@plumb/contract/text/cut.ts";
import { escapeHtml } from "#core/escape-html.ts";

interface Preview {
  /** Name of the target, such as `#12 of Checkout`. */
  readonly title: string;
  readonly projectName: string;
}

/**
 * Returns a function that adds the name of a share link's target to the page of the web app, for the preview in a chat
 * (https://ogp.me). Nothing else about the target is in it, because chats keep previews after a link has ended.
 */
export function createSharePage(path: string): (preview: Preview) => string {
  const page = readFileSync(path, "utf8");
  return ({ title, projectName }) => {
    const tags = [
      `<meta property="og:type" content="website" />`,
      `<meta property="og:title" content="${text(title)}" />`,
      `<meta property="og:description" content="${text(projectName)}" />`,
    ].join("\n    ");
    // A function, because a title may contain patterns such as $&.
    return page.replace("</head>", () => `  ${tags}\n  </head>`);
  };
}

function text(content: string): string {
  return escapeHtml(beginning(content, 300));
}
