import { useComputedColorScheme } from "@mantine/core";
import { useEffect } from "react";

/** The theme as a class of the page's root as well, for styles that do not know Mantine. */
export function ThemeClass() {
  const scheme = useComputedColorScheme("light");
  useEffect(() => {
    const { classList } = document.documentElement;
    classList.toggle("dark", scheme === "dark");
    classList.toggle("light", scheme === "light");
  }, [scheme]);
  return null;
}
