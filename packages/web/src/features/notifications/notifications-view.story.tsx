import { Button } from "@mantine/core";
import { NotificationsView } from "./notifications-view.tsx";
import { manyNotifications, sampleNotifications } from "./sample-notification.ts";

const nothing = () => undefined;
const actions = { onOpen: nothing, onRead: nothing, onRemove: nothing, onReadAll: nothing, onClear: nothing };

export const Some = () => (
  <NotificationsView notifications={sampleNotifications()} unread={3} more={false} {...actions} />
);
export const Page = () => (
  <NotificationsView
    notifications={manyNotifications(30)}
    unread={412}
    more={<Button variant="default">Show more</Button>}
    {...actions}
  />
);
export const Empty = () => <NotificationsView notifications={[]} unread={0} more={false} {...actions} />;
