import { Link } from "@tanstack/react-router";
import { type ComponentType, createContext, type HTMLAttributes, type ReactNode, use } from "react";

/** True on pages whose readers may not open other pages of the app. */
export const WithoutLinks = createContext(false);

/** Its properties are checked where `PageLink` is used. */
const AnyLink = Link as ComponentType<HTMLAttributes<HTMLElement>>;

/** Link to another page of the app; plain text within `WithoutLinks`. */
export const PageLink = ((props: HTMLAttributes<HTMLElement> & { readonly children?: ReactNode }) => {
  const { className, title, children } = props;
  if (!use(WithoutLinks)) return <AnyLink {...props} />;
  return (
    <span className={className} title={title}>
      {children}
    </span>
  );
}) as typeof Link;
