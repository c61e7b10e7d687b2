// What was collected at a meeting; Treasurer and Sec-Gen fill the sheet there (CASH-5).
import { useState } from "react";
import { useTranslations } from "use-intl";
import type { ApiError } from "#web/api/call.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { type CollectionView, getCollections, getSheet } from "#endpoints/collections.ts";
import { Alert, LoadProblem } from "#web/ui/alert.tsx";
import { StatusBadge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { onDemand } from "#web/ui/on-demand.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { CollectionFigures } from "./collection-view.tsx";
import { rowsOf, type TypedSheet, typedOf } from "./sheet.ts";
import type { SheetBody } from "./sheet-form.tsx";

const SheetForm = onDemand(
  "collection-sheet",
  async () => (await import("./sheet-form.tsx")).SheetForm,
);

/** With the page: the network may be gone when they fill it. */
export const fetchSheetForm = SheetForm.fetch;

/** A sheet that waited for the network, and was not accepted when it was sent. */
type RefusedSheet = { id: string; reason: string; body: SheetBody; onDiscard: () => void };

type CollectionsCardProps = {
  meetingId: number;
  /** A sheet is on this device only, and is sent when the network is back. */
  isUnsent: boolean;
  refused: readonly RefusedSheet[];
  /** Null for who does not collect. */
  send: ((body: SheetBody) => Promise<ApiError | null>) | null;
};

export function CollectionsCard({ meetingId, isUnsent, refused, send }: CollectionsCardProps) {
  const text = useTranslations("collections");
  const { data, error, refetch } = useEndpoint(getCollections, { params: { id: meetingId } });
  const [opened, setOpened] = useState<CollectionView | RefusedSheet | "new" | null>(null);
  const close = () => setOpened(null);
  if (data?.collections.length === 0 && send === null) return null;
  const isWaiting = data?.collections.some(
    ({ status }) => status === "pending" || status === "pending_approval",
  );
  return (
    <Card title={text("title")}>
      {error !== null ? (
        <LoadProblem detail={error.detail} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton className="h-24" />
      ) : (
        <ul className="divide-y divide-line">
          {data.collections.map((collection, index) => (
            <li key={collection.id} className="py-3 first:pt-0">
              <p className="mb-1">
                <StatusBadge status={collection.status} />
              </p>
              <CollectionFigures collection={collection} />
              {collection.status === "rejected" && (
                <>
                  <p className="mt-2 wrap-anywhere">
                    {text("rejectedBecause", {
                      reason:
                        collection.approval_status
                          .map(({ reject_reason: reason }) => reason)
                          .find((reason) => reason !== null) ?? "–",
                    })}
                  </p>
                  {send !== null && !isUnsent && index === 0 && (
                    <Button
                      variant="secondary"
                      className="mt-2"
                      onClick={() => setOpened(collection)}
                    >
                      {text("putRight")}
                    </Button>
                  )}
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      {data?.collections.length === 0 && <p className="text-muted">{text("none")}</p>}
      {refused.map((each) => (
        <Alert key={each.id} tone="bad" title={text("refused", { reason: each.reason })}>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button variant="secondary" onClick={() => setOpened(each)}>
              {text("putRight")}
            </Button>
            <Button variant="quiet" onClick={each.onDiscard}>
              {text("discard")}
            </Button>
          </div>
        </Alert>
      ))}
      {send !== null &&
        (isUnsent || isWaiting === true ? (
          <p className="mt-3 text-muted">{text(isUnsent ? "unsent" : "waits")}</p>
        ) : (
          <Button className="mt-3" onClick={() => setOpened("new")}>
            {text("fill")}
          </Button>
        ))}
      <Modal open={opened !== null} onClose={close} title={text("sheet")} width="large">
        {opened !== null && send !== null && (
          <Sheet
            meetingId={meetingId}
            opened={opened}
            send={async (body) => {
              const error = await send(body);
              if (error !== null) return error;
              if (opened !== "new" && "body" in opened) opened.onDiscard();
              void refetch();
              return null;
            }}
            onDone={close}
          />
        )}
      </Modal>
    </Card>
  );
}

type SheetProps = {
  meetingId: number;
  opened: CollectionView | RefusedSheet | "new";
  send: (body: SheetBody) => Promise<ApiError | null>;
  onDone: () => void;
};

function Sheet({ meetingId, opened, send, onDone }: SheetProps) {
  const { data, error, refetch } = useEndpoint(getSheet, { params: { id: meetingId } });
  if (error !== null) return <LoadProblem detail={error.detail} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-72" />;
  const before: TypedSheet | null =
    opened === "new"
      ? null
      : typedOf("body" in opened ? opened.body.rows : rowsOf(opened), data.rows);
  return (
    <SheetForm
      meetingId={meetingId}
      sheet={data.rows}
      before={before}
      send={send}
      onDone={onDone}
    />
  );
}
