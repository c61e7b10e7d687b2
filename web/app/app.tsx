import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { Toaster } from "#web/ui/toaster.tsx";
import { Language } from "./language.tsx";
import { LoadingFlag } from "./loading-flag.tsx";
import { router } from "./router.tsx";

export function App({ queries }: { queries: QueryClient }) {
  return (
    <QueryClientProvider client={queries}>
      <Language>
        <RouterProvider router={router} />
        <LoadingFlag />
        <Toaster />
      </Language>
    </QueryClientProvider>
  );
}
