import { UploadCommands } from "#ui/upload-commands.tsx";

export const OfAServer = () => <UploadCommands address="https://plumb.example.com:4600/tests" />;
