import type { AnnotationDetail } from "@plumb/contract/items/annotation-parts.ts";
import type { ItemStatus } from "@plumb/contract/items/item-labels.ts";
import { useState } from "react";
import { ConflictDialog } from "#features/items/changes/conflict-dialog.tsx";
import { CreateItemDialog } from "#features/items/create/create-item-dialog.tsx";
import { CreateItemForm } from "#features/items/create/create-item-form.tsx";
import { ManageFiltersDialog } from "#features/items/list/manage-filters.tsx";
import { ItemDetail } from "./item-detail.tsx";
import type { ItemPartActions } from "./item-part-actions.ts";
import { agentDetail, hostileText, sampleDetail, sampleItem, sampleMembers } from "#features/items/sample-items.ts";
import { StatusDialog } from "#features/items/changes/status-dialog.tsx";

interface ExampleProps {
  readonly item: AnnotationDetail;
  readonly viewer?: boolean;
  readonly userId?: number;
}

function Example({ item, viewer = false, userId = 1 }: ExampleProps) {
  const [done, setDone] = useState("");
  const say = (what: string, onDone?: () => void) => {
    setDone(what);
    onDone?.();
  };
  const parts: ItemPartActions = {
    pending: false,
    onComment: (body, onDone) => say(`comment ${body}`, onDone),
    onEditComment: (id, body, onDone) => say(`comment ${id} is ${body}`, onDone),
    onDeleteComment: (id) => say(`delete ${id}`),
    onWatch: (watching) => say(`watch ${watching}`),
    onAddLink: ({ url }, onDone) => say(`link ${url}`, onDone),
    onRemoveLink: (id) => say(`unlink ${id}`),
    onAttach: ({ name }) => say(`attach ${name}`),
    onDetach: (id) => say(`detach ${id}`),
  };
  return (
    <main style={{ maxWidth: 560, padding: 16 }}>
      <ItemDetail
        item={item}
        members={sampleMembers}
        userId={userId}
        busy={false}
        onWatch={parts.onWatch}
        onStatus={viewer ? undefined : (status) => say(status)}
        onChange={viewer ? undefined : (change, onDone) => say(JSON.stringify(change), onDone)}
        parts={viewer ? undefined : parts}
      />
      <output aria-label="Done">{done}</output>
    </main>
  );
}

/** Simulates changes by other users while the user types. */
export function ChangedMeanwhile() {
  const [item, setItem] = useState(() => sampleDetail());
  const [done, setDone] = useState("");
  const change = (what: Partial<AnnotationDetail>) =>
    setItem((before) => ({ ...before, ...what, revision: before.revision + 1 }));
  return (
    <main style={{ maxWidth: 560, padding: 16 }}>
      <button type="button" onClick={() => change({ priority: "low" })}>
        Change something else
      </button>
      <button type="button" onClick={() => change({ title: "Theirs", tags: ["theirs"] })}>
        Change the same
      </button>
      <ItemDetail
        item={item}
        members={sampleMembers}
        userId={1}
        busy={false}
        onWatch={() => undefined}
        onStatus={() => undefined}
        onChange={(requested, _onDone, seen = item) => setDone(`${requested.kind} of revision ${seen.revision}`)}
        parts={undefined}
      />
      <output aria-label="Done">{done}</output>
    </main>
  );
}

export const Own = () => <Example item={sampleDetail()} />;
export const InProgress = () => <Example item={sampleDetail({ status: "in_progress" })} />;
export const SomebodyElses = () => <Example item={sampleDetail()} userId={2} />;
export const Viewer = () => <Example viewer userId={3} item={sampleDetail({ watching: false })} />;
/** An agent proposes a class, and changed the status. */
export const ByAgent = () => <Example item={agentDetail()} userId={2} />;
export const ByAgentForViewer = () => <Example viewer userId={3} item={agentDetail()} />;
export const AcceptedProposal = () => (
  <Example
    userId={2}
    item={agentDetail({
      status: "resolved",
      history: agentDetail().history.map((event) => ({ ...event, undoable: false })),
    })}
  />
);
export const Hostile = () => (
  <Example
    item={sampleDetail({
      title: hostileText.slice(0, 500),
      message: hostileText,
      agent: { id: 5, name: `${"k".repeat(90)}\u202eمرحبا` },
      discussion: [
        {
          ...sampleDetail().discussion[0],
          body: hostileText,
          by: { id: 2, name: hostileText, avatarUrl: null, member: false },
        } as never,
      ],
      links: [
        {
          id: 1,
          url: "javascript:alert(1)",
          title: "not a link",
          by: sampleDetail().creator,
          at: "2026-03-04T10:00:00Z",
        },
      ],
    })}
  />
);

function Dialog({ count = 1, status = "closed" }: { readonly count?: number; readonly status?: ItemStatus }) {
  const [done, setDone] = useState("");
  return (
    <>
      <output aria-label="Done">{done}</output>
      {done === "" && (
        <StatusDialog
          status={status}
          count={count}
          busy={false}
          onClose={() => setDone("left")}
          onUpdate={(comment) => setDone(`updated: ${comment}`)}
        />
      )}
    </>
  );
}

export const StatusOfOne = () => <Dialog />;
export const StatusOfMany = () => <Dialog count={1234} status="in_progress" />;

const longText = (end: string) => `${"One line of many.\n".repeat(200)}${end}`;

export function Conflict() {
  const [done, setDone] = useState("");
  return (
    <>
      <output aria-label="Done">{done}</output>
      {done === "" && (
        <ConflictDialog
          conflict={{
            item: sampleItem(),
            current: sampleItem({ title: "Theirs", message: longText("Their end"), revision: 4 }),
            change: { kind: "edit", title: "Mine", message: longText("My end") },
          }}
          onKeepMine={() => setDone("mine")}
          onTakeTheirs={() => setDone("theirs")}
          onLeave={() => setDone("left")}
        />
      )}
    </>
  );
}

export function Create() {
  const [done, setDone] = useState("");
  return (
    <>
      <output aria-label="Done">{done}</output>
      {done === "" && (
        <CreateItemDialog
          members={sampleMembers}
          membersError={null}
          userId={1}
          busy={false}
          onClose={() => setDone("left")}
          onCreate={({ title, message, assignedTo }) => setDone([title, message, assignedTo].join("|"))}
        />
      )}
    </>
  );
}

export const Form = () => <FormOf membersError={null} />;
/** The members could not be loaded. */
export const FormWithoutMembers = () => <FormOf membersError={new Error("away")} />;

function FormOf({ membersError }: { readonly membersError: Error | null }) {
  const [done, setDone] = useState("");
  return (
    <main style={{ maxWidth: 360, padding: 16 }}>
      <CreateItemForm
        members={membersError === null ? sampleMembers : []}
        membersError={membersError}
        userId={1}
        busy={false}
        onCreate={(draft, onCreated) => {
          setDone(JSON.stringify(draft));
          onCreated();
        }}
      />
      <output aria-label="Done">{done}</output>
    </main>
  );
}

const savedFilter = {
  id: 1,
  name: "Mine",
  shared: false,
  own: true,
  isDefault: false,
  owner: "Ada Okafor",
  deletable: true,
  search: {},
};

export function ManageFilters() {
  const [done, setDone] = useState("");
  return (
    <>
      <output aria-label="Done">{done}</output>
      <ManageFiltersDialog
        filters={[
          savedFilter,
          { ...savedFilter, id: 2, name: hostileText.slice(0, 100), shared: true },
          { ...savedFilter, id: 3, name: "Theirs", own: false, shared: true, owner: "Ben Lindqvist", deletable: false },
        ]}
        mayShare
        refusal={done === "" ? null : "Another filter has this name."}
        onClose={() => setDone("left")}
        onRename={(id, name, onDone) => {
          setDone(`${id} is ${name}`);
          onDone();
        }}
        onShare={(id, shared) => setDone(`${id} shared ${shared}`)}
        onDelete={(id) => setDone(`delete ${id}`)}
      />
    </>
  );
}
