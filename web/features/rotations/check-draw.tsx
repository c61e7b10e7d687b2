// The draw, computed again by whoever looks at it (ROT-3): the seed is the published one, and the order follows from it.
import { sha256 as digest } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { useMemo } from "react";
import { useTranslations } from "use-intl";
import type { Rotation } from "#contract/rotations.ts";
import { commitmentOf, drawOrder } from "#domain/rotation/draw.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Facts } from "#web/ui/card.tsx";
import { Code } from "#web/ui/code.tsx";

const sha256 = (text: string) => bytesToHex(digest(utf8ToBytes(text)));

export function CheckDraw({ rotation }: { rotation: Rotation }) {
  const text = useTranslations("rotations.draw");
  const problem = useMemo(() => problemOf(rotation), [rotation]);
  const { words, seed } = rotation;
  if (words === null || seed === null) return null;
  return (
    <div className="space-y-3">
      <p className="text-sm text-muted">{text("text")}</p>
      {problem === null ? (
        <Alert tone="good" title={text("good")} />
      ) : (
        <Alert tone="bad" title={text("bad")}>
          {text(problem)}
        </Alert>
      )}
      <Facts
        facts={[
          {
            label: text("commitment"),
            value: <Code className="text-sm break-all">{rotation.commitment}</Code>,
          },
          { label: text("seed"), value: <Code className="text-sm break-all">{seed}</Code> },
          ...words.map(({ member, word }) => ({
            label: text("wordOf", { member: member.full_name, id: String(member.id) }),
            value: word,
          })),
        ]}
      />
    </div>
  );
}

/** Null if seed and order are right. */
function problemOf({ seed, words, swaps, turns, commitment }: Rotation) {
  if (seed === null || words === null) return null;
  if (commitmentOf(seed, sha256) !== commitment) return "seedBad";
  const drawn = words.map(({ member, word }) => ({ memberId: member.id, word }));
  const order = drawOrder(seed, drawn, sha256);
  for (const { status, asked_by: one, with_member: other } of swaps) {
    if (status !== "done") continue;
    const [first, second] = [order.indexOf(one.id), order.indexOf(other.id)];
    order[first] = other.id;
    order[second] = one.id;
  }
  return turns.every(({ receiver }, index) => receiver.id === order[index]) ? null : "orderBad";
}
