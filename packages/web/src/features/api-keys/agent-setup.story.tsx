import { AgentSetup } from "./agent-setup.tsx";

const address = "https://plumb.example.com:4600/tests";

export const WithoutAKey = () => <AgentSetup address={address} apiKey={undefined} />;
export const WithANewKey = () => <AgentSetup address={address} apiKey="plumb_0123456789" />;
