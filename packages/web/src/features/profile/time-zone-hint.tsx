import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { forgetTimes, ownAccountQuery } from "#lib/session/own-account.ts";
import { readStored, writeStored } from "#lib/session/storage.ts";
import { showError, showSuccess } from "#ui/feedback/toast.ts";
import { useNow } from "#ui/text/now.ts";
import { useUpdateProfile } from "./profile.queries.ts";
import { isLikeUtc } from "./time-zones.ts";
import styles from "./time-zone-hint.module.css";

/** Offers the time zone of the device until the user has one or keeps UTC, which is the zone of new accounts. */
export function TimeZoneHint() {
  const { data: account } = useQuery(ownAccountQuery);
  const [dismissed, setDismissed] = useState(() => readStored("timeZoneHint") !== null);
  const queryClient = useQueryClient();
  const update = useUpdateProfile();
  const nowMs = useNow();
  const device = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (dismissed || account?.timezone !== "UTC" || isLikeUtc(device, nowMs)) return null;
  const adopt = () =>
    update.mutate(
      { timezone: device },
      {
        onSuccess: () => {
          forgetTimes(queryClient);
          showSuccess(`Times are now in ${device}`);
        },
        onError: () => showError("Failed to change the time zone"),
      },
    );
  const keep = () => {
    writeStored("timeZoneHint", "dismissed");
    setDismissed(true);
  };
  return (
    <aside className={styles["hint"]} aria-label="Time zone">
      <p>Times are in UTC.</p>
      <Button size="compact-sm" variant="default" fullWidth loading={update.isPending} onClick={adopt}>
        {`Use ${device.replaceAll("_", " ")}`}
      </Button>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={keep}>
        Keep UTC
      </Button>
    </aside>
  );
}
