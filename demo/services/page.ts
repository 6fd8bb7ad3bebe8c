import { accounts } from "./accounts.ts";
import { adf, Html, html, slackText } from "./html.ts";
import { tries } from "./tries.ts";
import type { Stored } from "./stored.ts";

/** Entries of a list that the page shows. */
const visible = 50;

const style = new Html(`
:root { color-scheme: light dark; --line: light-dark(#ddd, #444); --quiet: light-dark(#5c5a66, #a9a7b4); }
body { margin: 0 auto; padding: 16px; max-width: 980px; font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 24px; } h2 { font-size: 19px; margin: 32px 0 8px; } h3 { font-size: 16px; margin: 0; } h4 { margin: 8px 0; }
article { border: 1px solid var(--line); border-radius: 8px; padding: 12px; margin: 8px 0; }
article.reply { margin-left: 32px; } p { margin: 6px 0; } .quiet { color: var(--quiet); font-size: 13px; }
pre { overflow: auto; max-height: 320px; padding: 8px; background: light-dark(#f4f4f6, #26252c); white-space: pre-wrap; margin: 6px 0; }
button { font: inherit; padding: 6px 12px; margin: 4px 4px 4px 0; cursor: pointer; } form { display: inline; }
iframe { width: 100%; height: 320px; border: 1px solid var(--line); background: #fff; } nav a { margin-right: 12px; }
`);
// Compares with the state that the page shows, because a message can arrive before the first comparison.
const script = `const shown=document.body.dataset.state;setInterval(async()=>{const state=await fetch("/changes").then((answer)=>answer.text()).catch(()=>shown);if(state!==shown)location.reload()},2000)`;

interface SlackBlock {
  readonly type: "header" | "section" | "context";
  readonly text?: { readonly text: string };
  readonly elements?: readonly { readonly text: string }[];
}

/** Returns the page that shows what the services received. */
export function servicesPage(
  stored: Stored,
  options: { plumb: string; nonce: string; note: string; state: string },
): string {
  const { plumb, nonce, note, state } = options;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Services of the demo</title>
        <style>
          ${style}
        </style>
      </head>
      <body data-state="${state}">
        <h1>Services of the demo</h1>
        <p>
          Plumb sends messages, tickets and mails to the services on this page. They exist only in the demo, and nothing
          leaves this computer. <a href="${plumb}">Open Plumb</a>
        </p>
        <nav>
          <a href="#try">Try it</a><a href="#slack">Slack</a><a href="#jira">Jira</a><a href="#github">GitHub</a
          ><a href="#mail">Mail</a><a href="#webhook">Webhook</a>
        </nav>
        <h2 id="try">Try it</h2>
        <p>Send a run of the suite Web shop, and see what arrives below.</p>
        ${Object.entries(tries).map(([name, { label }]) => html`<form method="post" action="/try/${name}"><button>${label}</button></form>`)}
        <p role="status">${note}</p>
        ${slackSection(stored)} ${jiraSection(stored)} ${githubSection(stored)} ${mailSection(stored)}
        ${webhookSection(stored)}
        <script nonce="${nonce}">
          ${new Html(script)};
        </script>
      </body>
    </html>`.text;
}

function empty(list: readonly unknown[]): Html {
  return list.length === 0 ? html`<p class="quiet">Nothing has arrived yet.</p>` : html``;
}

function slackSection({ posts }: Stored): Html {
  const threads = posts
    .filter(({ thread }) => thread === null)
    .slice(-visible)
    .toReversed();
  return html`<h2 id="slack">Slack ${accounts.slack.channel}</h2>
    ${empty(posts)}
    ${threads.map((first) => html`${post(first, "post")}${posts.filter(({ thread }) => thread === first.id).map((reply) => post(reply, "reply"))}`)}`;
}

function post({ text }: Stored["posts"][number], kind: string): Html {
  return html`<article class="${kind}">${(JSON.parse(text) as SlackBlock[]).map(slackBlock)}</article>`;
}

function slackBlock({ type, text, elements = [] }: SlackBlock): Html {
  if (type === "header") return html`<h3>${text?.text ?? ""}</h3>`;
  if (type === "section") return html`<p>${slackText(text?.text ?? "")}</p>`;
  return html`<p class="quiet">${elements.map((element) => html`${slackText(element.text)} &nbsp; `)}</p>`;
}

function jiraSection({ issues }: Stored): Html {
  return html`<h2 id="jira">Jira ${accounts.jira.projectKey}</h2>
    <p>
      Close a ticket, then send runs: after 20 runs without its failure, it is verified. If the failure returns, the
      ticket is reopened.
    </p>
    ${empty(issues)}${issues.slice(-visible).toReversed().map(showIssue)}`;
}

function showIssue({ id, key, summary, status, description, comments }: Stored["issues"][number]): Html {
  const isOpen = status.category !== "done";
  return html`<article id="${key}">
    <h3>${key} ${summary}</h3>
    <p class="quiet">${status.name}</p>
    <form method="post" action="/jira-issues/${id}/${isOpen ? "close" : "reopen"}">
      <button>${isOpen ? "Close" : "Reopen"}</button>
    </form>
    <details>
      <summary>Description</summary>
      ${adf(description as Parameters<typeof adf>[0])}
    </details>
    ${comments.map((comment) => html`<article class="reply">${adf(comment as Parameters<typeof adf>[0])}</article>`)}
  </article>`;
}

function githubSection({ pulls, statuses }: Stored): Html {
  const comments = pulls.flatMap((pull) => pull.comments.map(({ body }) => ({ number: pull.number, body })));
  return html`<h2 id="github">GitHub ${accounts.github.repository}</h2>
    ${empty([...comments, ...statuses])}
    ${comments.map(
      ({ number, body }) =>
        html`<article>
          <h3>Comment on pull request ${number}</h3>
          <pre>${body}</pre>
        </article>`,
    )}
    ${statuses
      .slice(-5)
      .toReversed()
      .map(
        ({ commit, state, context, description }) =>
          html`<p>${commit.slice(0, 7)} <b>${state}</b> ${context}: ${description}</p>`,
      )}`;
}

function mailSection({ mails }: Stored): Html {
  return html`<h2 id="mail">Mail</h2>
    ${empty(mails)}
    ${mails
      .slice(-visible)
      .toReversed()
      .map(
        (mail) =>
          html`<article>
            <h3>${mail.subject}</h3>
            <p class="quiet">To ${mail.to.join(", ")}, ${mail.at}</p>
            <details>
              <summary>Show</summary>
              <iframe sandbox title="${mail.subject}" srcdoc="${mail.html}"></iframe>
              <pre>${mail.text}</pre>
            </details>
          </article>`,
      )}`;
}

function webhookSection({ hooks }: Stored): Html {
  return html`<h2 id="webhook">Webhook</h2>
    ${empty(hooks)}
    ${hooks
      .slice(-visible)
      .toReversed()
      .map(
        ({ at, event, delivery, isSigned, body }) =>
          html`<article>
            <h3>${event}</h3>
            <p class="quiet">${at}, delivery ${delivery}, signature ${isSigned ? "valid" : "wrong"}</p>
            <details>
              <summary>Content</summary>
              <pre>${pretty(body)}</pre>
            </details>
          </article>`,
      )}`;
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
