import { useState, type FormEvent } from "react";
import { useTranslations } from "use-intl";
import { readFingerprint } from "#domain/proofs/fingerprint.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import { LogAnswerNote, type NotedTreeHead } from "./log-answer.tsx";

/** A head typed from paper or a mail, compared with today's log. */
export function ReportForm({ params }: { params: { entries: string; fingerprint: string } }) {
  const text = useTranslations("proofs");
  const [typed, setTyped] = useState(params);
  const [wrong, setWrong] = useState({ entries: false, fingerprint: false });
  const [head, setHead] = useState<NotedTreeHead | null>(null);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const bare = typed.entries.replaceAll(/[\s,.]/g, "");
    const entries = /^[1-9]\d{0,14}$/.test(bare) ? Number(bare) : null;
    const fingerprint = readFingerprint(typed.fingerprint);
    setWrong({ entries: entries === null, fingerprint: fingerprint === null });
    setHead(entries === null || fingerprint === null ? null : { entries, fingerprint });
  };

  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <TextField
        label={text("paperEntries")}
        className="md:max-w-52"
        inputMode="numeric"
        autoComplete="off"
        value={typed.entries}
        error={wrong.entries ? text("paperEntriesWrong") : undefined}
        onChange={(event) => setTyped({ ...typed, entries: event.target.value })}
      />
      <TextField
        label={text("paperFingerprint")}
        help={text("paperFingerprintHelp")}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed.fingerprint}
        error={wrong.fingerprint ? text("paperFingerprintWrong") : undefined}
        onChange={(event) => setTyped({ ...typed, fingerprint: event.target.value })}
      />
      <Button type="submit" variant="secondary" className="w-full md:w-auto">
        {text("check")}
      </Button>
      {head !== null && <LogAnswerNote head={head} from="typed" />}
    </form>
  );
}
