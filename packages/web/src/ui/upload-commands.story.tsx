import { UploadCommands } from "#ui/upload-commands.tsx";

const address = "https://plumb.example.com:4600/tests";

export const OfAServer = () => <UploadCommands address={address} project={{ id: 7, name: "Web Shop" }} />;

export const OfAForeignName = () => <UploadCommands address={address} project={{ id: 7, name: "Книги & café" }} />;
