export { TextPanel as JsonPanel } from "./text-panel.tsx";
