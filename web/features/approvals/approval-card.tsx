import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { Badge } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";

type ApprovalCardProps = {
  title: string;
  text: string;
  count: number;
  /** The View link. */
  link: ReactNode;
};

/** One kind of item that waits for the official, with how many there are. */
export function ApprovalCard({ title, text: description, count, link }: ApprovalCardProps) {
  const text = useTranslations("approvals");
  return (
    <Card title={title} aside={<Badge tone="waiting">{text("count", { count })}</Badge>}>
      <p className="mb-4 text-muted">{description}</p>
      {link}
    </Card>
  );
}
