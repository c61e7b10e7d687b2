import { Eye, EyeOff } from "lucide-react";
import { useState, type ComponentProps } from "react";
import { cx } from "./cx.ts";
import { controlClass, Field, type FieldProps } from "./field.tsx";
import { IconButton } from "./icon-button.tsx";
import { useUiTexts } from "./texts.tsx";

type PasswordFieldProps = FieldProps & Omit<ComponentProps<"input">, "className" | "type">;

/** A password that can be shown. Give `autoComplete` "current-password" or "new-password". */
export function PasswordField(props: PasswordFieldProps) {
  const { label, help, error, optional, className, id, ...rest } = props;
  const texts = useUiTexts();
  const [shown, setShown] = useState(false);

  return (
    <Field {...{ id, label, help, error, className }} optional={optional ?? false}>
      {(wiring) => (
        <span className="relative block">
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...rest}
            {...wiring}
            type={shown ? "text" : "password"}
            className={cx(controlClass, "pe-12")}
          />
          <IconButton
            label={shown ? texts.hidePassword : texts.showPassword}
            icon={shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
            onClick={() => setShown(!shown)}
            className="absolute end-0 top-0 hover:bg-transparent"
          />
        </span>
      )}
    </Field>
  );
}
