import { basics } from "#web/messages/en/basics.ts";

/** Writes the group's own name wherever the default stands, if it has another. */
export async function showGroupName(): Promise<void> {
  const name = await fetchName();
  if (name === undefined || name === basics.groupName) return;
  document.title = document.title.replace(basics.groupName, name);
  for (const place of document.querySelectorAll("[data-group-name]")) place.textContent = name;
}

async function fetchName(): Promise<string | undefined> {
  try {
    const answer = await fetch("/api/group/", { headers: { Accept: "application/json" } });
    const group = (await answer.json()) as { name?: unknown };
    return answer.ok && typeof group.name === "string" && group.name !== ""
      ? group.name
      : undefined;
  } catch {
    // Offline: the page is complete without it.
    return undefined;
  }
}
