import { useComputedColorScheme } from "@mantine/core";
import { useEffect } from "react";

/** Adds the theme as a class to the root element, for styles that do not depend on Mantine. */
export function ThemeClass() {
  const scheme = useComputedColorScheme("light");
  useEffect(() => {
    const { classList } = document.documentElement;
    classList.toggle("dark", scheme === "dark");
    classList.toggle("light", scheme === "light");
  }, [scheme]);
  return null;
}
