import { type PublicConfig, publicConfig } from "@plumb/contract/public-config.ts";
import { demoAccount } from "#api/public-config/demo-account.ts";
import type { Api } from "#http/api.ts";
import type { Context } from "#http/context.ts";
import { accountExists } from "#store/accounts.ts";

export function publicConfigRoutes(api: Api): void {
  api.route(publicConfig, async ({ context }) => ({
    data: {
      brandName: "Plumb",
      primaryColor: "#6D2366",
      footer: "Powered by Plumb",
      signUp: await signUpPolicy(context),
      demo: context.config.demo ? { email: demoAccount.email, password: demoAccount.password } : null,
      version: context.version,
      maxUploadBytes: context.config.maxUploadBytes,
    },
  }));
}

/** Open in the demo, by invitation otherwise; the first account on an empty database becomes the administrator. */
export async function signUpPolicy({ db, config }: Pick<Context, "db" | "config">): Promise<PublicConfig["signUp"]> {
  if (!(await accountExists(db))) return "first-admin";
  return config.demo ? "open" : "invitation";
}
