/** Public by design: the demo listens on loopback only, and its sign-in page shows these credentials. */
export const demoAccount = { username: "demo", email: "demo@plumb.example", password: "plumb-demo" } as const;
