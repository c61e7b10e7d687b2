// Programs of the system that some figures are compared with.
import { execFileSync } from "node:child_process";

export function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
