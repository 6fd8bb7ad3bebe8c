import { UploadCommands } from "./upload-commands.tsx";

const address = "https://plumb.example.com:4600/tests";
const project = { id: 7, name: "Web Shop", type: "playwright" } as const;

export const OfAServer = () => <UploadCommands address={address} project={project} />;
export const WithAKey = () => <UploadCommands address={address} project={project} apiKey="plumb_0123456789" />;
export const OfCypress = () => <UploadCommands address={address} project={{ ...project, type: "cypress" }} />;
export const OfSelenium = () => <UploadCommands address={address} project={{ ...project, type: "selenium" }} />;

export const OfAForeignName = () => <UploadCommands address={address} project={{ ...project, name: "Книги & café" }} />;
