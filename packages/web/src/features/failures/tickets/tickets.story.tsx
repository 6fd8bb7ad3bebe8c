import type { Ticket, TicketDraft } from "@plumb/contract/integrations/tickets.ts";
import { useState } from "react";
import { LinkForm } from "./link-form.tsx";
import { PushForm } from "./push-form.tsx";
import { CreatedTickets } from "./created-tickets.tsx";
import { TicketMark } from "./ticket-mark.tsx";
import { TicketLine } from "./ticket-line.tsx";

function sampleTicket(change: Partial<Ticket> = {}): Ticket {
  return {
    id: 1,
    connector: "jira",
    groupId: 7,
    annotationId: null,
    title: "TimeoutError: #pay was not visible",
    key: "SHOP-12",
    url: "https://jira.example.org/browse/SHOP-12",
    state: "open",
    stateName: "In Review",
    assignee: "Ada",
    problem: null,
    createdAt: "2026-03-04T10:00:00.000Z",
    closedAt: null,
    quietRuns: null,
    returned: false,
    ...change,
  };
}

export const States = () => (
  <main style={{ padding: 16 }}>
    <h1>Tickets</h1>
    <TicketLine ticket={sampleTicket()} onUnlink={() => undefined} />
    <TicketLine
      ticket={sampleTicket({
        id: 2,
        key: null,
        url: null,
        state: "creating",
        stateName: null,
        assignee: null,
        problem: "Jira has a problem (HTTP 502). Try again later.",
      })}
    />
    <TicketLine
      ticket={sampleTicket({ id: 3, key: null, url: null, state: "failed", problem: "Jira rejected the field Team." })}
    />
    <TicketLine ticket={sampleTicket({ id: 4, key: "SHOP-13", state: "closed", stateName: "Done", quietRuns: 5 })} />
    <TicketLine ticket={sampleTicket({ id: 5, key: "SHOP-14", state: "closed", stateName: "Done", quietRuns: 20 })} />
    <TicketLine
      ticket={sampleTicket({ id: 6, key: "SHOP-15", state: "closed", stateName: "Done", quietRuns: 0, returned: true })}
    />
    <TicketLine ticket={sampleTicket({ id: 7, key: "SHOP-16", returned: true })} />
    <TicketLine ticket={sampleTicket({ id: 8, key: "SHOP-17", state: "gone" })} />
  </main>
);

function draft(groupId: number, change: Partial<TicketDraft> = {}): TicketDraft {
  return {
    groupId,
    annotationId: null,
    primaryClass: groupId === 8 ? null : "Application Defect",
    title: `TimeoutError: #pay-${groupId} was not visible`,
    description: [
      { kind: "code", text: "TimeoutError: #pay was not visible\n    at tests/pay.spec.ts:12:3" },
      { kind: "list", items: [["Class: ", "Application Defect (92%)"], [{ text: "report #3", url: "/reports/3" }]] },
      { kind: "heading", text: "Failing tests" },
      { kind: "paragraph", content: [{ code: "expect(pay).toBeVisible()" }] },
    ],
    screenshots: groupId === 7 ? 2 : 0,
    existing: [],
    similar: [],
    ...change,
  };
}

/** @param isSelection Whether the user chose the causes. */
export const Pushing = ({ isSelection = true }: { readonly isSelection?: boolean }) => {
  const [done, setDone] = useState("");
  return (
    <main style={{ padding: 16 }}>
      <h1>Tickets</h1>
      <PushForm
        drafts={[
          draft(7),
          draft(8, { similar: [sampleTicket({ id: 9, key: "SHOP-9" })] }),
          draft(9, { existing: [sampleTicket({ id: 10, key: "SHOP-10" })] }),
        ]}
        isSelection={isSelection}
        fields={[
          {
            id: "priority",
            label: "Priority",
            kind: "choice",
            required: true,
            choices: [
              { value: "1", label: "High" },
              { value: "2", label: "Low" },
            ],
          },
          { id: "labels", label: "Labels", kind: "text", required: false, choices: [] },
          {
            id: "components",
            label: "Components",
            kind: "choices",
            required: false,
            choices: [
              { value: "10", label: "Checkout" },
              { value: "11", label: "Payments" },
              { value: "12", label: "Search" },
            ],
          },
        ]}
        attachesFiles
        pending={false}
        onSubmit={(pushed) => setDone(JSON.stringify(pushed))}
      />
      <LinkForm
        found={[
          {
            trackerId: "1",
            key: "SHOP-3",
            url: "https://jira.example.org/browse/SHOP-3",
            title: "Pay button hidden",
            stateName: "Open",
          },
        ]}
        pending={false}
        error={null}
        onFind={(text) => setDone(`find ${text}`)}
        onLink={(trackerId) => setDone(`link ${trackerId}`)}
      />
      <output style={{ overflowWrap: "anywhere" }}>{done}</output>
    </main>
  );
};

export const Created = () => (
  <main style={{ padding: 16 }}>
    <h1>Tickets</h1>
    <CreatedTickets
      tickets={[
        sampleTicket({ id: 1, key: "SHOP-12" }),
        sampleTicket({ id: 2, key: null, url: null, state: "creating", stateName: null }),
        sampleTicket({ id: 3, key: null, url: null, state: "failed", problem: "Field Team is required." }),
      ]}
      onClose={() => undefined}
    />
  </main>
);

export const Marks = () => (
  <main style={{ padding: 16 }}>
    <h1>Tickets</h1>
    <TicketMark ticket={sampleTicket({ key: "SHOP-12" })} />{" "}
    <TicketMark ticket={sampleTicket({ key: null, state: "creating", stateName: null })} />
  </main>
);
