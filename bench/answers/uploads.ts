// Files as an official sends them.
export type Sent = { status: number; body: unknown };

export async function upload(
  url: string,
  params: {
    token: string;
    files: Record<string, string>;
    fields: Record<string, string>;
  },
): Promise<Sent> {
  const form = new FormData();
  for (const [name, value] of Object.entries(params.fields)) form.append(name, value);
  for (const [name, content] of Object.entries(params.files))
    form.append("file", new Blob([content]), name);
  const answer = await fetch(url, {
    method: "POST",
    headers: { Authorization: `Bearer ${params.token}` },
    body: form,
  });
  return { status: answer.status, body: await answer.json() };
}

/** Any other status than the expected one is an error, because its figure would be worth nothing. */
export function expectStatus({ status, body }: Sent, expected: number): void {
  if (status !== expected)
    throw new Error(`${status} instead of ${expected}: ${JSON.stringify(body).slice(0, 400)}`);
}
