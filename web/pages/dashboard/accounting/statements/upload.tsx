import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import {
  getStatementAccounts,
  importStatement,
  type Statement,
  type StatementAccount,
  type StatementQuestion,
} from "#endpoints/statements.ts";
import { telling, type Sent } from "#web/api/files.ts";
import { useAction } from "#web/api/use-action.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { CompleteTo } from "#web/features/statements/complete-to.tsx";
import { MappingForm } from "#web/features/statements/mapping-form.tsx";
import { Questions } from "#web/features/statements/questions.tsx";
import { RehearsalView } from "#web/features/statements/rehearsal-view.tsx";
import {
  formOf,
  useRehearsal,
  type Chosen,
  type Mapping,
  type Rehearsal,
} from "#web/features/statements/use-rehearsal.ts";
import { Alert, LoadProblem } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { PasswordField, SelectField } from "#web/ui/field.tsx";
import { FileDrop, formatSize, UploadProgress } from "#web/ui/file-drop.tsx";
import { FormFoot, useUnsaved } from "#web/ui/form.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { PageLoader } from "#web/pages/page.ts";
import { BackLink, OfficeOnly, useDashboardTitle } from "#web/pages/dashboard/page-frame.tsx";

export function UploadStatementPage() {
  const text = useTranslations("statements");
  useDashboardTitle(text("file.title"));
  return (
    <OfficeOnly needs="statements.write" who="approvers">
      <BackLink to="/dashboard/accounting/statements">{text("backToStatements")}</BackLink>
      <PageHeader title={text("file.title")} subtitle={text("file.text")} />
      <Upload />
    </OfficeOnly>
  );
}

UploadStatementPage.loader = ((prefetch, { may }) => {
  if (may("statements.write")) prefetch(getStatementAccounts);
}) satisfies PageLoader;

function Upload() {
  const navigate = useNavigate();
  const accounts = useEndpoint(getStatementAccounts);
  if (accounts.isError)
    return <LoadProblem detail={accounts.error.detail} onRetry={() => void accounts.refetch()} />;
  if (accounts.data === undefined) return <Skeleton className="h-56" />;
  return (
    <UploadStatement
      accounts={accounts.data.accounts}
      onDone={([first, ...others]) =>
        void (first === undefined || others.length > 0
          ? navigate({ to: "/dashboard/accounting/statements" })
          : navigate({
              to: "/dashboard/accounting/statements/$statementId",
              params: { statementId: String(first.id) },
            }))
      }
    />
  );
}

const LARGEST_BYTES = 10 * 1024 * 1024;

/** The mapping of a file with unknown headings. */
const NOTHING: Mapping = {
  date: "",
  value_date: null,
  details: "",
  reference: null,
  amount: null,
  direction: null,
  debit: null,
  credit: null,
  balance: null,
};

type UploadStatementProps = {
  accounts: readonly StatementAccount[];
  /** Called with the statements that were imported, once no file is left. */
  onDone: (imported: readonly Statement[]) => void;
};

/**
 * Takes files and rehearses the import of one after the other without writing anything, then imports it. The choices
 * stay until then.
 */
function UploadStatement({ accounts, onDone }: UploadStatementProps) {
  const text = useTranslations("statements");
  const { chosen, rehearsal, problem, isReading, sent, read } = useRehearsal();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [done, setDone] = useState<readonly Statement[]>([]);
  const [isConfirmed, setIsConfirmed] = useState(false);
  const questions = useQuestions(rehearsal, chosen);
  const send = useAction(importStatement);
  const [importing, setImporting] = useState<Sent>();
  const [unsent, setUnsent] = useState<string | null>(null);
  useUnsaved(chosen !== null);

  const account = accounts.find(({ id }) => id === chosen?.accountId);
  const isBank = rehearsal?.format === "bank";
  const isMapped =
    !isBank ||
    (rehearsal?.mapping !== null &&
      (isConfirmed || isSame(account?.mapping ?? null, rehearsal?.mapping ?? null)));
  const isReady =
    chosen !== null &&
    account !== undefined &&
    rehearsal !== null &&
    rehearsal.problems.length === 0 &&
    isMapped &&
    !isReading;

  const whatNext =
    account === undefined
      ? text("file.chooseAccount")
      : (rehearsal?.problems.length ?? 0) > 0 &&
          rehearsal?.mapping !== undefined &&
          (!isBank || rehearsal.mapping !== null)
        ? text(rehearsal.questions.length > 0 ? "questions.first" : "rehearsal.problemsText")
        : isMapped
          ? text("rehearsal.summary", { count: rehearsal?.counts.new ?? 0, account: account.name })
          : text("rehearsal.columnsFirst");

  const begin = (file: File) => {
    setIsConfirmed(false);
    setUnsent(null);
    // Another file may belong to another account.
    void read({ accountId: null, password: "", mapping: null, readings: {}, completeTo: "", file });
  };
  const at = chosen === null ? 0 : files.indexOf(chosen.file) + 1;
  const next = files[at];
  const goOn = (imported: readonly Statement[]) => {
    setDone(imported);
    if (next === undefined) onDone(imported);
    else begin(next);
  };
  const again = (change: Partial<Chosen>) => {
    if (chosen !== null) void read({ ...chosen, ...change });
  };
  // The result may be below the visible part of the page.
  const outcome = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isReading && (rehearsal ?? problem) !== null)
      outcome.current?.scrollIntoView({ block: "start" });
  }, [isReading, rehearsal, problem]);
  const importIt = async () => {
    if (chosen === null) return;
    const mapping = isBank ? (rehearsal?.mapping ?? null) : null;
    setUnsent(null);
    setImporting(undefined);
    const form = formOf({ ...chosen, mapping });
    const imported = await send.run({ form, sendBy: telling(setImporting) });
    if (imported.ok) goOn([...done, imported.reply.statement]);
    else setUnsent(imported.error.detail);
  };

  return (
    <div className="space-y-6">
      <Card>
        <FileDrop
          multiple
          isLimitEach
          files={files}
          types=".csv,.txt,.tsv,.xlsx,.xls,.pdf"
          largestBytes={LARGEST_BYTES}
          texts={{
            drop: text("file.drop"),
            choose: text("file.choose"),
            other: text("file.other"),
            kinds: text("file.kinds"),
            tooLarge: text("file.tooLarge"),
            chosen: (file) => text("file.chosen", file),
          }}
          onFiles={(chosenFiles) => {
            setFiles(chosenFiles);
            if (chosenFiles[0] !== undefined) begin(chosenFiles[0]);
          }}
        />
        {/* Choosing a file closes it, so that the result is in view. */}
        <WhereToGet key={chosen === null ? "before" : "after"} />
      </Card>
      {files.length > 1 && chosen !== null && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p aria-live="polite" className="font-semibold wrap-anywhere">
            {text("file.part", { at, count: files.length, name: chosen.file.name })}
          </p>
          <Button variant="secondary" disabled={send.busy} onClick={() => goOn(done)}>
            {text("file.skip")}
          </Button>
        </div>
      )}
      {isReading && <Progress name={chosen?.file.name ?? ""} sent={sent} />}
      <div ref={outcome} className="scroll-mt-20 empty:hidden">
        {problem !== null && !isReading && (
          <Problem
            detail={problem.detail}
            asksForPassword={problem.errors["password"] !== undefined}
            typed={chosen?.password ?? ""}
            onPassword={(password) => again({ password })}
            onRetry={() => again({})}
          />
        )}
        {rehearsal !== null && <h2 className="text-xl">{text("rehearsal.title")}</h2>}
      </div>
      {chosen !== null && rehearsal !== null && (
        <section aria-label={text("rehearsal.title")} className="space-y-4">
          <SelectField
            className="max-w-lg"
            label={text("account")}
            help={text("file.accountHelp")}
            placeholder={text("file.chooseAccount")}
            value={chosen.accountId === null ? "" : String(chosen.accountId)}
            options={accounts.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(event) => {
              const id = Number(event.currentTarget.value);
              again({ accountId: id > 0 ? id : null });
            }}
          />
          {isBank && (
            <MappingForm
              key={JSON.stringify([rehearsal.mapping, rehearsal.columns])}
              columns={rehearsal.columns}
              mapping={rehearsal.mapping ?? NOTHING}
              isConfirmed={isMapped}
              busy={isReading}
              onApply={(mapping) => {
                setIsConfirmed(true);
                again({ mapping });
              }}
            />
          )}
          {isBank && rehearsal.mapping === null ? (
            <Alert live tone="waiting">
              {text("rehearsal.columnsFirst")}
            </Alert>
          ) : (
            <>
              <CompleteTo
                key={chosen.file.name}
                rehearsal={rehearsal}
                completeTo={chosen.completeTo}
                onChange={(completeTo) => again({ completeTo })}
              />
              <Questions
                questions={questions}
                readings={chosen.readings}
                onAnswer={(readings) => again({ readings })}
              />
              <RehearsalView rehearsal={rehearsal} />
            </>
          )}
          {send.busy && <Progress name={chosen.file.name} sent={importing} />}
          {unsent !== null && !send.busy && (
            <Alert live tone="bad" title={unsent}>
              {text("rehearsal.unsent")}
            </Alert>
          )}
          <FormFoot>
            <p aria-live="polite" className="text-sm font-semibold">
              {/* While the file is read again, its result is unknown. */}
              {!isReading && whatNext}
            </p>
            <Button
              busy={send.busy}
              disabled={!isReady}
              className="flex-none"
              onClick={() => void importIt()}
            >
              {text("rehearsal.import")}
            </Button>
          </FormFoot>
        </section>
      )}
    </div>
  );
}

/** What is open in a file, and what the person answered of it, which can be changed until it is imported. */
function useQuestions(rehearsal: Rehearsal | null, chosen: Chosen | null): Rehearsal["questions"] {
  const [found, setFound] = useState<Rehearsal["questions"]>([]);
  const open = rehearsal?.questions ?? [];
  const isNew = open.some((question) => !found.includes(question));
  // The same kind in another file has other rows.
  if (isNew) setFound([...found.filter((each) => !open.some(isOfKind(each))), ...open]);
  const answered = chosen?.readings ?? {};
  return found.filter((each) => open.includes(each) || answered[each.kind] !== undefined);
}

const isOfKind = (one: StatementQuestion) => (other: StatementQuestion) => one.kind === other.kind;

/** Whether the file has the columns that were confirmed for the account; false if the bank changed its file. */
function isSame(stored: Mapping | null, read: Mapping | null): boolean {
  if (stored === null || read === null) return false;
  return (Object.keys(stored) as (keyof Mapping)[]).every((part) => stored[part] === read[part]);
}

/** Shows the progress of the upload, and then that the server reads the file. */
function Progress({ name, sent }: { name: string; sent: Sent | undefined }) {
  const text = useTranslations("statements.file");
  if (sent === undefined || sent.sent >= sent.total)
    return <UploadProgress text={text("reading", { name })} sent={undefined} />;
  const [part, total] = [formatSize(sent.sent), formatSize(sent.total)];
  return <UploadProgress text={text("sending", { name, part, total })} sent={sent} />;
}

type ProblemProps = {
  detail: string;
  /** The password that did not open the file. */
  typed: string;
  asksForPassword: boolean;
  onPassword: (password: string) => void;
  onRetry: () => void;
};

/** Tells why a file could not be read, with a field for its password or a retry. The file stays chosen. */
function Problem({ detail, typed, asksForPassword, onPassword, onRetry }: ProblemProps) {
  const text = useTranslations("statements.file");
  const [password, setPassword] = useState(typed);
  if (!asksForPassword)
    return (
      <Alert
        live
        tone="bad"
        title={detail}
        action={
          <Button variant="secondary" onClick={onRetry}>
            {text("again")}
          </Button>
        }
      />
    );
  return (
    <Card>
      <form
        noValidate
        className="flex max-w-lg flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          onPassword(password);
        }}
      >
        <PasswordField
          label={text("password")}
          help={text("passwordHelp")}
          error={detail}
          autoComplete="off"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" disabled={password === ""} className="self-start">
          {text("unlock")}
        </Button>
      </form>
    </Card>
  );
}

/** Explains where officials get the file, for each kind of account. */
function WhereToGet() {
  const text = useTranslations("statements.file");
  return (
    <Disclosure label={text("where")} className="mt-4 text-sm">
      <ul className="max-w-prose list-disc space-y-2 ps-6 text-muted">
        <li>{text("whereMpesaOrganisation")}</li>
        <li>{text("whereMpesaCustomer")}</li>
        <li>{text("whereBank")}</li>
      </ul>
    </Disclosure>
  );
}
