/** Writes the group's own name wherever the default stands, if it has another. */
export async function showGroupName(): Promise<void> {
  const indexes = [...document.querySelectorAll("[data-group-name]")];
  const name = await fetchName();
  const usual = indexes[0]?.textContent;
  if (name === undefined || !usual || name === usual) return;
  document.title = document.title.replace(usual, name);
  for (const index of indexes) index.textContent = name;
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
