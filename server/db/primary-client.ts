// A client of `pg` that connects to whichever host of the database takes writes, where several are named.
import { Client, type ClientConfig } from "pg";
import { pointAt, type Primary } from "./primary.ts";

export type PrimaryClientConfig = ClientConfig & { primary?: Primary | undefined };

export class PrimaryClient extends Client {
  readonly #primary: Primary | undefined;

  constructor(config?: string | PrimaryClientConfig) {
    super(config);
    this.#primary = typeof config === "object" ? config.primary : undefined;
  }

  override connect = ((onConnected?: (error: Error | null, client?: Client) => void) => {
    const connect = super.connect.bind(this);
    const primary = this.#primary;
    const connected = primary === undefined ? connect() : this.#follow(primary, connect);
    if (onConnected === undefined) return connected;
    connected.then(
      () => onConnected(null, this),
      (error: unknown) => onConnected(error instanceof Error ? error : new Error(String(error))),
    );
  }) as typeof Client.prototype.connect;

  async #follow(primary: Primary, connect: () => Promise<Client>): Promise<Client> {
    const host = await primary.find();
    pointAt(this, host);
    this.on("error", () => primary.doubt(host));
    try {
      await connect();
    } catch (error) {
      primary.doubt(host);
      throw error;
    }
    primary.hold(this, host);
    return this;
  }
}
