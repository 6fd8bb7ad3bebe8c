import { refusedError } from "@plumb/client/call-error.ts";
import { useState } from "react";
import { ExampleNoticeView } from "./example-notice.tsx";
import { ExampleOfferView } from "./example-offer.tsx";

const message = 'Projects named "Example shop" exist already. Rename them, and try again.';
const refused = refusedError(409, JSON.stringify({ code: "conflict", error: message }), null);

export const Offer = () => {
  const [isCreating, setCreating] = useState(false);
  return <ExampleOfferView isCreating={isCreating} error={null} onCreate={() => setCreating(true)} />;
};
export const OfferRefused = () => <ExampleOfferView isCreating={false} error={refused} onCreate={() => {}} />;

export const Notice = () => {
  const [isRemoving, setRemoving] = useState(false);
  return <ExampleNoticeView isRemoving={isRemoving} error={null} onRemove={() => setRemoving(true)} />;
};
export const NoticeForReaders = () => <ExampleNoticeView isRemoving={false} error={null} onRemove={null} />;
export const NoticeFailed = () => (
  <ExampleNoticeView isRemoving={false} error={new Error("You are offline.")} onRemove={() => {}} />
);
