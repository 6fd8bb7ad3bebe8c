import { Button, Group, Input } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { logoAddress, logoTypes } from "./logo-file.ts";
import styles from "./general-form.module.css";
import { FilePicker } from "#ui/input/file-picker.tsx";
import { BrandMark } from "#ui/theme/brand-mark.tsx";

interface LogoFieldProps {
  /** Address of the logo, possibly a `data:` address; `null` for the default logo. */
  readonly logo: string | null;
  /** Error from the server. */
  readonly error: ReactNode;
  readonly onChange: (logo: string | null) => void;
}

/** Current logo, with buttons to replace and remove it. */
export function LogoField({ logo, error, onChange }: LogoFieldProps) {
  const [refused, setRefused] = useState<string>();
  const choose = (file: File) => {
    logoAddress(file).then(
      (address) => {
        setRefused(undefined);
        onChange(address);
      },
      (error: unknown) => setRefused(error instanceof Error ? error.message : "Failed to read file. Please try again."),
    );
  };
  return (
    <Input.Wrapper
      data-path="logo"
      label="Logo"
      labelElement="div"
      description="PNG, JPG, or WebP up to 200 kB, shown 20 pixels high"
      error={refused ?? error}
      errorProps={{ role: "alert" }}
    >
      <Group gap="sm" mt={6}>
        <span className={styles["logo"]}>
          {logo === null ? <BrandMark size={24} logo={null} /> : <img src={logo} alt="Current logo" />}
        </span>
        <FilePicker accept={logoTypes} label="Logo file" onChoose={choose}>
          {(props) => (
            <Button {...props} size="xs" variant="default">
              {logo === null ? "Choose logo" : "Replace logo"}
            </Button>
          )}
        </FilePicker>
        {logo !== null && (
          <Button size="xs" variant="subtle" onClick={() => onChange(null)}>
            Remove logo
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}
