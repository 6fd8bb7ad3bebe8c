import { dayMs } from "@plumb/contract/durations.ts";
import type { AnnotationDetail } from "@plumb/contract/items/annotation-parts.ts";
import type { Annotation, AnnotationSummary, ItemSubject } from "@plumb/contract/items/annotations.ts";
import type { Member } from "@plumb/contract/projects/members.ts";

const ago = (days: number) => new Date(Date.now() - days * dayMs).toISOString();
const dayFromNow = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

const ada = { id: 1, name: "Ada Okafor", avatarUrl: null, member: true };
const ben = { id: 2, name: "Ben Lindqvist", avatarUrl: null, member: true };
const coder = { id: 5, name: "Claude Code" };
const byPerson = { agent: null, undoes: null, undoable: false };
const removed = { id: null, name: "Gus Gone", avatarUrl: null, member: false };

export const hostileText = `<img src=x onerror=alert(1)> ${"w".repeat(600)} \u202eمرحبا`;

export const sampleMembers: readonly Member[] = [
  {
    id: 1,
    display_name: "Ada Okafor",
    name: null,
    email: "ada@shop.test",
    role_key: "LEAD",
    active: true,
    avatarUrl: null,
  },
  {
    id: 2,
    display_name: null,
    name: "Ben Lindqvist",
    email: "ben@shop.test",
    role_key: "USER",
    active: true,
    avatarUrl: null,
  },
];

export function sampleItem(change: Partial<Annotation> = {}): Annotation {
  return {
    id: 7,
    projectId: 1,
    title: "Vouchers are not deducted from the total",
    message: "The voucher is accepted, but the total does not change.",
    type: "issue",
    priority: "high",
    status: "open",
    revision: 3,
    assigned_to: 2,
    assignee: ben,
    created_by: 1,
    creator: ada,
    agent: null,
    creator_display_name: "Ada Okafor",
    creator_name: null,
    creator_email: "ada@shop.test",
    due_date: dayFromNow(-3),
    created_at: ago(5),
    updated_at: ago(1),
    tags: ["checkout"],
    subject: {
      kind: "result",
      runId: 12,
      runNumber: 12,
      suite: "Web shop",
      runDeleted: false,
      testCaseId: 99,
      testId: 5,
      test: "checkout › takes a voucher",
      groupId: null,
      error: "expected 90, received 100",
    },
    comments: 2,
    attachments: 1,
    proposedClass: null,
    ...change,
  };
}

export const sampleItems: readonly Annotation[] = [
  sampleItem(),
  sampleItem({
    id: 8,
    title: "Who looks at red runs?",
    agent: coder,
    type: "question",
    priority: "low",
    status: "in_progress",
    assigned_to: null,
    assignee: null,
    due_date: dayFromNow(4),
    subject: null,
    tags: [],
    comments: 0,
    attachments: 0,
  }),
  sampleItem({
    id: 9,
    title: "Staging was down",
    type: "note",
    priority: "critical",
    status: "closed",
    assigned_to: 44,
    assignee: removed,
    creator: { ...removed, name: "augusta.gone@shop.example" },
    due_date: dayFromNow(-9),
    subject: {
      kind: "run",
      runId: 3,
      runNumber: 3,
      suite: "API",
      runDeleted: true,
      testCaseId: null,
      testId: null,
      test: null,
      groupId: null,
      error: null,
    },
  }),
];

export const hostileItems: readonly Annotation[] = [
  sampleItem({
    title: hostileText.slice(0, 500),
    message: hostileText,
    tags: ["t".repeat(50), "<b>x</b>"],
    assignee: { ...ben, name: hostileText },
    creator: { ...ada, name: hostileText },
    agent: { id: 5, name: `${"k".repeat(90)}\u202eمرحبا` },
    subject: {
      kind: "group",
      runId: null,
      runNumber: null,
      suite: null,
      runDeleted: false,
      testCaseId: null,
      testId: null,
      test: null,
      groupId: 4,
      error: hostileText,
    },
  }),
];

export const sampleSummary: AnnotationSummary = {
  total: 1234,
  byStatus: { open: 10, in_progress: 3, resolved: 5, closed: 1200, reopened: 6, invalid: 10 },
  byType: { note: 1000, issue: 200, improvement: 30, question: 4, blocker: 0 },
  byPriority: { low: 1000, medium: 200, high: 30, critical: 4 },
  overdue: 2,
  unassigned: 12,
  mine: 4,
  mineOverdue: 1,
};

export function sampleDetail(change: Partial<AnnotationDetail> = {}): AnnotationDetail {
  return {
    ...sampleItem(),
    message: "See https://docs.test/vouchers.\n@Ben Lindqvist can you look?",
    projectName: "Demo shop",
    history: [
      { ...byPerson, id: 1, kind: "created", by: ada, at: ago(5), from: null, to: null, comment: null, runId: null },
      {
        ...byPerson,
        id: 2,
        kind: "assignment",
        by: ada,
        at: ago(5),
        from: null,
        to: "Ben Lindqvist",
        comment: null,
        runId: null,
      },
      {
        ...byPerson,
        id: 3,
        kind: "status",
        by: ben,
        at: ago(3),
        from: "open",
        to: "resolved",
        comment: "Fixed in 812",
        runId: null,
      },
      {
        ...byPerson,
        id: 4,
        kind: "status",
        by: null,
        at: ago(1),
        from: "resolved",
        to: "reopened",
        comment: "Reopened: the failure returned in report #12",
        runId: 12,
      },
    ],
    discussion: [
      { id: 1, by: ben, agent: null, body: "I see it <b>too</b>.", at: ago(4), editedAt: null },
      { id: 2, by: ada, agent: null, body: "Thanks!", at: ago(2), editedAt: ago(1) },
    ],
    links: [{ id: 1, url: "https://tracker.test/SHOP-1", title: "SHOP-1", by: ada, at: ago(4) }],
    files: [
      {
        id: 1,
        name: "total.png",
        contentType: "image/png",
        size: 4096,
        url: "#file",
        viewUrl: null,
        by: ada,
        at: ago(4),
        removable: true,
      },
    ],
    watchers: [ada, ben],
    watching: true,
    ...change,
  };
}

/** An item that an agent created, changed and commented on. */
export function agentDetail(change: Partial<AnnotationDetail> = {}): AnnotationDetail {
  const entry = { by: ada, agent: coder, comment: null, runId: null, undoes: null };
  return sampleDetail({
    title: "Proposed class: Environment Issue",
    message: "The name of the host could not be resolved.",
    agent: coder,
    status: "in_progress",
    proposedClass: "Environment Issue",
    tags: ["agent", "proposed class"],
    subject: { ...(sampleItem().subject as ItemSubject), kind: "group", groupId: 4 },
    history: [
      { ...entry, id: 1, kind: "created", at: ago(3), from: null, to: null, undoable: true },
      {
        ...entry,
        id: 2,
        kind: "status",
        at: ago(2),
        from: "open",
        to: "in_progress",
        comment: "On it",
        undoable: true,
      },
    ],
    discussion: [{ id: 1, by: ada, agent: coder, body: "Seen again.", at: ago(1), editedAt: null }],
    ...change,
  });
}
