import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { registerWorker } from "./worker-registration.ts";

/** Keeps the application for opening without a network; says when a new version is ready, and changes over when asked. */
export function UpdateNote() {
  const text = useTranslations("offline");
  const [reload, setReload] = useState<(() => void) | null>(null);
  useEffect(() => {
    if (!import.meta.env.PROD) return;
    registerWorker((change) => setReload(() => change)).catch((error: unknown) =>
      // A browser that keeps nothing, e.g. in a private window: everything else works.
      console.warn("The application is not kept for opening offline", error),
    );
  }, []);
  if (reload === null) return null;
  return (
    <Alert
      tone="note"
      action={
        <Button variant="secondary" onClick={reload}>
          {text("reload")}
        </Button>
      }
    >
      {text("newVersion")}
    </Alert>
  );
}
