// The application behind a proxy that simulates a deploy: from then on pages and worker are those of another version.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type Deployable = {
  url: string;
  deploy(version: string): void;
  close(): Promise<void>;
};

export async function deployable(of: string): Promise<Deployable> {
  const page = await (await fetch(`${of}/dashboard`)).text();
  const before = /name="version" content="(\w+)"/.exec(page)?.[1] ?? "";
  let now = before;

  const server = createServer((request, response) => {
    const answer = async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { host: _host, connection: _connection, ...headers } = request.headers;
      const got = await fetch(of + (request.url ?? "/"), {
        method: request.method ?? "GET",
        headers: { ...(headers as Record<string, string>), "accept-encoding": "identity" },
        ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
      });
      const type = got.headers.get("content-type") ?? "";
      const body = Buffer.from(await got.arrayBuffer());
      for (const [name, value] of got.headers)
        // Without the file's validators, because it is another file after the deploy.
        if (!/^(content-length|etag|last-modified|transfer-encoding|connection)$/.test(name))
          response.setHeader(name, value);
      response.writeHead(got.status);
      response.end(
        /html|javascript/.test(type) ? body.toString().replaceAll(before, () => now) : body,
      );
    };
    answer().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    deploy(version) {
      now = version;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
