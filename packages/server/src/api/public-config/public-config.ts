import { type PublicConfig, publicConfig } from "@plumb/contract/administration/public-config.ts";
import { demoAccount } from "./demo-account.ts";
import { currentSettings } from "#core/current-settings.ts";
import { sendsMail } from "#senders/people/deliver.ts";
import type { Api } from "#http/api.ts";
import type { Context } from "#core/context.ts";
import { accountExists } from "#store/people/accounts.ts";

export function publicConfigRoutes(api: Api<"config" | "db" | "demoServices" | "version">): void {
  api.route(publicConfig, async ({ context }) => {
    const { brandName, primaryColor, logo, footer, shareLinks } = await currentSettings(context);
    return {
      data: {
        brandName,
        primaryColor,
        logo,
        footer,
        signUp: await signUpPolicy(context),
        shareLinks,
        passwordReset: await sendsMail(context),
        oidc: context.config.oidc === undefined ? null : { name: context.config.oidc.name },
        demo: context.config.demo
          ? { email: demoAccount.email, password: demoAccount.password, servicesUrl: context.demoServices() }
          : null,
        version: context.version,
        publicUrl: context.config.publicUrl ?? null,
        maxUploadBytes: context.config.maxUploadBytes,
      },
    };
  });
}

/** Returns the policy from the settings; in an empty database, the first account becomes the administrator. */
export async function signUpPolicy(context: Pick<Context, "db" | "config">): Promise<PublicConfig["signUp"]> {
  if (!(await accountExists(context.db))) return "first-admin";
  return (await currentSettings(context)).signUp;
}
