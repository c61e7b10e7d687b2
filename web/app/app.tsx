import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { createQueryClient } from "#web/api/query-client.ts";
import { Toaster } from "#web/ui/toaster.tsx";
import { Language } from "./language.tsx";
import { LoadingFlag } from "./loading-flag.tsx";
import { router } from "./router.tsx";

const queries = createQueryClient();

export function App() {
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
