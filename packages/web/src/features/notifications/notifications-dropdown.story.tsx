import { useState } from "react";
import { type Newest, withAllRead, withOneRead, withoutAll, withoutOne } from "./newest.ts";
import { NotificationsDropdown } from "./notifications-dropdown.tsx";
import { manyNotifications, sampleNotification, sampleNotifications } from "./sample-notification.ts";
import panel from "#ui/layout/panel.module.css";

/** Simulates the server and logs the calls. */
function Dropdown({
  of,
  problem = null,
  askable = false,
}: {
  readonly of: Newest | undefined;
  readonly problem?: string | null;
  readonly askable?: boolean;
}) {
  const [newest, setNewest] = useState(of);
  const [requested, setRequested] = useState("nothing");
  const change = (what: string, make: (newest: Newest) => Newest) => {
    setNewest(newest && make(newest));
    setRequested(what);
  };
  return (
    <>
      <div className={panel["panel"]} style={{ width: "min(420px, 100vw)" }}>
        <NotificationsDropdown
          newest={newest}
          problem={problem}
          askable={askable}
          onRetry={() => setRequested("try again")}
          onAsk={() => setRequested("permission")}
          onOpen={({ id }, path) => setRequested(`open ${id} at ${path}`)}
          onViewAll={(path) => setRequested(`view all at ${path}`)}
          onRead={(id) => change(`read ${id}`, (before) => withOneRead(before, id))}
          onRemove={(id) => change(`delete ${id}`, (before) => withoutOne(before, id))}
          onReadAll={(upTo) => change(`read up to ${upTo}`, (before) => withAllRead(before, upTo))}
          onClear={(upTo) => change(`clear up to ${upTo}`, (before) => withoutAll(before, upTo))}
        />
      </div>
      <output style={{ display: "block", marginTop: 8 }}>Asked: {requested}</output>
    </>
  );
}

const newestOf = (list: Newest["list"]): Newest => ({ list, unread: list.filter(({ read }) => !read).length });

export const Some = () => <Dropdown of={newestOf(sampleNotifications())} />;
export const One = () => <Dropdown of={newestOf([sampleNotification()])} />;
export const Ten = () => <Dropdown of={newestOf(manyNotifications(10))} />;
export const Eleven = () => <Dropdown of={newestOf(manyNotifications(11))} />;
export const Empty = () => <Dropdown of={newestOf([])} askable />;
export const Loading = () => <Dropdown of={undefined} />;
export const Failed = () => (
  <Dropdown of={undefined} problem="The server cannot be reached. Check the connection and try again." />
);
export const Offline = () => (
  <Dropdown
    of={newestOf(sampleNotifications())}
    problem="You are offline. New notifications appear when you are back online."
  />
);
export const Askable = () => <Dropdown of={newestOf(sampleNotifications())} askable />;
export const Hostile = () => (
  <Dropdown
    of={newestOf([
      sampleNotification({
        title: "<img src=x onerror=\"document.title='pwned'\">".repeat(10),
        message: "m".repeat(1000),
        actionUrl: "javascript:document.title='pwned'",
        metadata: { projectName: "p".repeat(100), assignedBy: "\u202Eeve" },
      }),
    ])}
  />
);
