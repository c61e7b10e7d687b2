import { textsOf } from "#web/messages/words.ts";
import { fill } from "./texts.tsx";

/** `Normal Loan 7` in the language that is spoken now, in whichever the server named it: it is not asked again for its name. */
export function loanName(named: string): string {
  const [, kind, number] =
    /^(Normal Loan|Mkopo wa Kawaida|Emergency Loan|Mkopo wa Dharura) (\d+)$/.exec(named) ?? [];
  if (kind === undefined || number === undefined) return named;
  const { normal, emergency } = textsOf("ui").loanNames;
  return fill(/^Normal|Kawaida$/.test(kind) ? normal : emergency, { number });
}
