import { BellButton } from "./bell-button.tsx";

export const Quiet = () => <BellButton unread={0} />;
export const Nine = () => <BellButton unread={9} />;
export const Ten = () => <BellButton unread={10} />;
export const Thousands = () => <BellButton unread={1234} />;
