// Plain JavaScript that runs before the app's code arrives. It sets the theme, because a dark screen would otherwise flash white,
// and the name of the brand. Then it requests the files and calls of the first screen while the app loads.
// The app looks them up by address (src/lib/api/early-answers.ts) and repeats missing ones, so an outdated address only costs a
// call.
(() => {
  /** @param {string} key */
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- the outer scope of a plain script is the page's
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage is blocked, so no theme is stored.
      return null;
    }
  };

  let theme = stored("theme");
  if (theme !== "light" && theme !== "dark")
    theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  document.documentElement.setAttribute("data-mantine-color-scheme", theme);
  document.documentElement.classList.add(theme);

  // The page of a share link has no session (src/lib/session/share-token.ts).
  const shared = /^\/s\/([\w-]{1,100})$/.exec(location.pathname)?.[1] ?? null;
  const token = shared ?? stored("token");
  const dataset = document.currentScript?.dataset;

  // The title of the page and the brand of the last visit. The app reads the rest (src/lib/session/public-config.ts).
  let brandName = document.title;
  try {
    /** @type {unknown} */
    const brand = JSON.parse(stored("plumbSettings") ?? "null");
    if (typeof brand === "object" && brand !== null && "brandName" in brand && typeof brand.brandName === "string")
      ({ brandName } = brand);
  } catch {
    // Written by another program.
  }
  const titles = Object.entries(/** @type {Record<string, string>} */ (JSON.parse(dataset?.["titles"] ?? "{}")));
  const [, page] = titles.find(([route]) =>
    new RegExp(`^${route.replaceAll(/\\$\\w+/g, "[^/]+")}$`).test(location.pathname),
  ) ?? ["", ""];
  const isPublic = /^\/(login|forgot-password|accept-invitation\/.*|reset-password\/.*)$/.test(location.pathname);
  const shown = token === null && !isPublic ? "Sign in" : page;
  document.title = shown === "" ? brandName : `${shown} - ${brandName}`;

  // Scripts of each page in addition to the app's first script (inserted by vite.config.ts).
  const pages = /** @type {Record<string, string[]>} */ (JSON.parse(dataset?.["pages"] ?? "{}"));
  for (const href of pages[location.pathname] ?? []) {
    const style = href.endsWith(".css");
    const link = Object.assign(document.createElement("link"), { rel: style ? "preload" : "modulepreload", href });
    // Same options as in the app, otherwise the script loads twice.
    if (style) Object.assign(link, { as: "style", crossOrigin: "" });
    document.head.append(link);
  }

  /** @type {Map<string, Promise<Response>>} */
  const answers = new Map();
  Object.assign(window, { earlyAnswers: answers });
  /**
   * @param {string} path
   * @param {Record<string, string>} [query]
   */
  const ask = (path, query) => {
    const url = query === undefined ? path : `${path}?${new URLSearchParams(query).toString()}`;
    const authorization = token === null ? "" : `Bearer ${token}`;
    const headers = { accept: "application/json", ...(token !== null && { authorization }) };
    const answer = fetch(url, { headers });
    // The caller of the response handles failures; unused ones are ignored.
    answer.catch(() => undefined);
    answers.set(`${authorization} ${url}`, answer);
  };

  ask("/api/public/config");
  // Like the app, a public page only requests the session.
  if (shared !== null) ask("/api/shared");
  else if (token !== null) ask("/api/auth/profile");
  if (shared === null && token !== null && !/^\/(login|accept-invitation\/.*)$/.test(location.pathname)) {
    ask("/api/projects");
    const report = /^\/reports\/(\d+)$/.exec(location.pathname)?.[1];
    const project = stored("selectedProjectId");
    if (report !== undefined) {
      const wanted = new URLSearchParams(location.search);
      ask(`/api/reports/${report}`);
      if (wanted.get("tab") === null) {
        // Same parameters and order as groupedBy (src/lib/address/report-search.ts) and the queries of the results.
        const group = wanted.get("group");
        const red = /^(failed|error|flaky)?$/.test(wanted.get("status") ?? "");
        const by = group === null ? (red ? "failure" : "flat") : group;
        /** @type {Record<string, string>} */
        const filter = {};
        for (const [name, written] of [
          ["status"],
          ["search", "q"],
          ["browser"],
          ["file"],
          ["failure"],
          ["tag"],
          ["author"],
          ["annotation"],
        ]) {
          const value = wanted.get(written ?? name);
          if (value !== null && value !== "") filter[name] = value;
        }
        if (by !== "flat") ask(`/api/reports/${report}/results/groups`, { by, ...filter });
        if (by === "flat" || by === "failure")
          ask(`/api/reports/${report}/results`, { offset: "0", limit: "100", ...filter });
      }
    } else if (project !== null && location.pathname === "/") {
      ask(`/api/projects/${project}/dashboard`);
    } else if (project !== null && /^\/reports\/?$/.test(location.pathname) && location.search === "") {
      ask("/api/reports", { projectId: project, limit: "30" });
    }
  }
  // Unused responses are outdated by then.
  setTimeout(() => answers.clear(), 10_000);
})();
