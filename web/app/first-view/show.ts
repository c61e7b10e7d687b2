// Shows stored figures before the rest of the program has arrived (SCR-29): the build lets app.html load the part with
// this file first (scripts/prerender.mjs).
import { nairobiIso } from "#domain/nairobi-time.ts";
import { formatAmount } from "#domain/money.ts";
import { readStoredFirst } from "#web/api/stored/first-answers.ts";
import { serverNow, serverTimeOf } from "#web/ui/clock.ts";
import { lengthOfFigure } from "#web/ui/figure-length.ts";
import { firstFigures } from "./figures.ts";

/** Missing in the landing page, which shares this part of the program. */
const template = document.querySelector<HTMLTemplateElement>("template#first-view");

/** Wider windows begin with more parts, and their processors are faster. */
const isPhone = matchMedia("(width < 40rem)").matches;

const patienceMs = 300;

// All that imports this part waits, so that the figures are painted before the program keeps the processor busy.
if (template !== null && isPhone && /^\/dashboard\/?$/.test(location.pathname))
  await Promise.race([show(template), new Promise((resolve) => setTimeout(resolve, patienceMs))]);

/** Resolves once the figures are on the screen, or if there are none. */
async function show(template: HTMLTemplateElement): Promise<void> {
  const figures = firstFigures(await readStoredFirst(), new Date(serverNow()));
  const root = document.querySelector("#root")!;
  // The program may have been quicker.
  if (figures === null || root.childElementCount > 0) return;
  const view = template.content.cloneNode(true) as DocumentFragment;
  const { valueCents, paidCents, share } = figures.account;
  const amounts = [valueCents, paidCents, share?.givenCents ?? 0n];
  view.querySelectorAll<HTMLElement>("[data-figure]").forEach((amount, index) => {
    const figure = formatAmount(amounts[index]!);
    amount.lastChild!.textContent = ` ${figure}`;
    amount.style.setProperty("--length", String(lengthOfFigure(figure) + 2));
  });
  const [welcome, asOf] = view.querySelectorAll("header p");
  welcome!.textContent = welcome!.textContent.replace("{username}", () => figures.username);
  asOf!.textContent = asOf!.textContent.replace("{when}", () =>
    whenOf(serverTimeOf(figures.at), template),
  );
  root.append(view);
  await new Promise(requestAnimationFrame);
  await new Promise((resolve) => setTimeout(resolve));
}

/** "21 Nov 2026, 09:30" in Nairobi. */
function whenOf(at: number, template: HTMLTemplateElement): string {
  const moment = nairobiIso(new Date(at));
  const months = template.dataset["months"]!.split(" ");
  const month = months[Number(moment.slice(5, 7)) - 1];
  return `${moment.slice(8, 10)} ${month} ${moment.slice(0, 4)}, ${moment.slice(11, 16)}`;
}
