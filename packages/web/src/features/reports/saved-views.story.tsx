import { reportViews, type SavedView } from "@plumb/contract/projects/saved-views.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { canonicalSearch, sameSearch } from "#lib/address/report-list-search.ts";
import { PageViews } from "#ui/views/page-views.tsx";
import { ManageViews } from "#ui/views/manage-views.tsx";
import { SaveViewForm } from "#ui/views/save-view-form.tsx";
import { SavedViewsMenu } from "#ui/views/saved-views-menu.tsx";

function view(change: Partial<SavedView>): SavedView {
  return {
    id: 1,
    name: "Red on main",
    search: {},
    shared: false,
    own: true,
    isDefault: false,
    owner: "Ada Lovelace",
    deletable: true,
    ...change,
  };
}

const views = [
  view({ search: { status: ["failed"], branch: ["main"] } }),
  view({ id: 2, name: "Slow", search: { sortBy: "duration", sortOrder: "desc" }, shared: true }),
  view({
    id: 3,
    name: "Nightly",
    own: false,
    shared: true,
    owner: "Grace Hopper",
    deletable: false,
    search: { tag: ["nightly"] },
  }),
];

/** Logs the actions. */
function SavedMenu({
  found,
  failed = false,
}: {
  readonly found: readonly SavedView[] | undefined;
  readonly failed?: boolean;
}) {
  const [done, setDone] = useState("");
  return (
    <>
      <SavedViewsMenu
        isSame={sameSearch}
        search={{ branch: ["main"], status: ["failed"] }}
        views={found}
        failed={failed}
        onOpen={() => setDone("open")}
        onApply={(search) => setDone(JSON.stringify(search))}
        onSave={() => setDone("save")}
        onManage={() => setDone("manage")}
      />
      <output aria-label="Done">{done}</output>
    </>
  );
}

/** Logs the actions. */
function Manager({ mayShare }: { readonly mayShare: boolean }) {
  const [done, setDone] = useState("");
  return (
    <div style={{ maxWidth: 400 }}>
      <ManageViews
        views={[...views, view({ id: 4, name: "x".repeat(80), own: false, shared: true, owner: "y".repeat(90) })]}
        mayShare={mayShare}
        onRename={({ id }, name) => setDone(`rename ${id} ${name}`)}
        onShare={({ id }, shared) => setDone(`share ${id} ${String(shared)}`)}
        onDelete={({ id }) => setDone(`delete ${id}`)}
      />
      <output aria-label="Done">{done}</output>
    </div>
  );
}

function Form({ mayShare, error = null }: { readonly mayShare: boolean; readonly error?: unknown }) {
  const [done, setDone] = useState("");
  return (
    <div style={{ maxWidth: 400 }}>
      <SaveViewForm
        mayShare={mayShare}
        pending={false}
        error={error}
        onSave={(saved) => setDone(JSON.stringify(saved))}
        onCancel={() => setDone("cancel")}
      />
      <output aria-label="Done">{done}</output>
    </div>
  );
}

const client = new QueryClient();

/** The menu with the dialogs that it opens. */
export const Opening = () => (
  <QueryClientProvider client={client}>
    <PageViews
      projectId={1}
      endpoints={reportViews}
      search={{}}
      canonical={canonicalSearch}
      onSearch={() => undefined}
    />
  </QueryClientProvider>
);
export const SomeViews = () => <SavedMenu found={views} />;
export const NoViews = () => <SavedMenu found={[]} />;
export const ViewsLoading = () => <SavedMenu found={undefined} />;
export const ViewsFailed = () => <SavedMenu found={undefined} failed />;
export const Managed = () => <Manager mayShare />;
export const ManagedByViewer = () => <Manager mayShare={false} />;
export const SaveForm = () => <Form mayShare />;
export const SaveFormOfViewer = () => <Form mayShare={false} error={new Error("taken")} />;
