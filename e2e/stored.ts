// What a device stores for a member, read without the application.
import type { Page } from "playwright-core";
import type { Json } from "./people.ts";

export type Stored = { owner: Json[]; answers: Json[]; payments: Json[] };

/** Leaves creating the database to the application, even if it has not done so yet. */
export async function readStored(page: Page): Promise<Stored> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase | null>((resolve) => {
      const request = indexedDB.open("akiba");
      request.addEventListener("upgradeneeded", () => request.transaction?.abort());
      request.addEventListener("success", () => resolve(request.result));
      request.addEventListener("error", () => resolve(null));
    });
    const all = (store: string) =>
      new Promise<unknown[]>((resolve) => {
        if (database === null) return resolve([]);
        const request = database.transaction(store).objectStore(store).getAll();
        request.addEventListener("success", () => resolve(request.result));
      });
    const found = {
      owner: await all("owner"),
      answers: await all("answers"),
      payments: await all("payments"),
    };
    database?.close();
    return found as never;
  });
}

/** Changes the first record of a store; it is written when this returns. */
export async function changeStored(
  page: Page,
  params: { store: "owner" | "payments"; key?: string; field: string; byMs: number },
): Promise<void> {
  await page.evaluate(async ({ store, key, field, byMs }) => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open("akiba");
      request.addEventListener("success", () => resolve(request.result));
    });
    const transaction = database.transaction(store, "readwrite");
    const written = new Promise((resolve) => transaction.addEventListener("complete", resolve));
    const records = transaction.objectStore(store);
    const requested = records.getAll();
    requested.addEventListener("success", () => {
      const [stored] = requested.result as Record<string, number>[];
      if (stored) records.put({ ...stored, [field]: (stored[field] ?? 0) + byMs }, key);
    });
    await written;
    database.close();
  }, params);
}
