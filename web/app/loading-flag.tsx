import { useEffect, useState } from "react";
import { useLoading } from "#web/api/loading.ts";
import { LoadingOverlay } from "#web/ui/spinner.tsx";

const patienceMs = 300;

/** SCR-7: a full-screen spinner while the loading flag is set. A quick answer does not make the screen flash. */
export function LoadingFlag() {
  const loading = useLoading();
  const [due, setDue] = useState(false);

  useEffect(() => {
    if (!loading) return;
    const timer = setTimeout(() => setDue(true), patienceMs);
    return () => {
      clearTimeout(timer);
      setDue(false);
    };
  }, [loading]);

  return <LoadingOverlay open={due} />;
}
