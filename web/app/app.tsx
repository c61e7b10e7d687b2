import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useLoading } from "#web/api/loading.ts";
import { MessagesProvider } from "#web/messages/messages.tsx";
import { LoadingOverlay } from "#web/ui/spinner.tsx";
import { Toaster } from "#web/ui/toaster.tsx";
import { followLanguage } from "./follow-language.ts";
import { router } from "./router.tsx";

export function App({ queries }: { queries: QueryClient }) {
  useEffect(() => followLanguage(queries), [queries]);
  return (
    <QueryClientProvider client={queries}>
      <MessagesProvider>
        <RouterProvider router={router} />
        <LoadingFlag />
        <Toaster />
      </MessagesProvider>
    </QueryClientProvider>
  );
}

const patienceMs = 300;

/** SCR-7: a full-screen spinner while the loading flag is set. A quick answer does not make the screen flash. */
function LoadingFlag() {
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
