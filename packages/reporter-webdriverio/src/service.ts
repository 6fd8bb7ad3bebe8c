export { PlumbLauncher as launcher } from "./launcher.ts";
export { PlumbService as reporter } from "./worker-service.ts";
