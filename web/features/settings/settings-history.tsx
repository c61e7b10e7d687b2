import { useTranslations } from "use-intl";
import type { SettingName, SettingsChange, SettingValue } from "#contract/group.ts";
import type { PayTo } from "#domain/payments/pay-to.ts";
import { formatMomentAndTime } from "#web/ui/day.ts";
import { formatMoney } from "#web/ui/money.tsx";
import { amounts } from "./settings-form.tsx";

/** A setting's value in words. */
export function useSettingWords() {
  const text = useTranslations("settings");
  const payTo = useTranslations("payTo");
  const sayWay = ({ kind, name, number, account }: PayTo) =>
    [`${payTo(`kinds.${kind}`)} ${number}`, name, account].filter((part) => part !== "").join(", ");
  return (setting: SettingName, value: SettingValue): string =>
    value === null
      ? text("off")
      : Array.isArray(value)
        ? value.map(sayWay).join("; ") || payTo("edit.nothing")
        : typeof value === "boolean"
          ? text(`values.${value}`)
          : amounts.includes(setting)
            ? formatMoney(value)
            : String(value);
}

/** Who changed which setting, newest first. */
export function SettingsHistory({ history }: { history: readonly SettingsChange[] }) {
  const text = useTranslations("settings");
  const inWords = useSettingWords();
  if (history.length === 0) return <p className="text-muted">{text("noHistory")}</p>;
  return (
    <ul className="divide-y divide-line">
      {history.map((change) => (
        <li key={change.at} className="py-3">
          <p className="text-sm text-muted">
            {formatMomentAndTime(change.at)} · {change.actor.full_name}
          </p>
          <ul>
            {change.changes.map(({ setting, before, after }) => (
              <li key={setting} className="break-words">
                {text("changed", {
                  setting: text(`names.${setting}`),
                  before: inWords(setting, before),
                  after: inWords(setting, after),
                })}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
