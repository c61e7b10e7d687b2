// A merry-go-round from its start to its first turn, and what a member reads of it on a phone.
import { expect, test } from "vitest";
import { DESKTOP, fillIn, inspect, PHONE } from "./browser.ts";
import { foundedJourney } from "./founded-journey.ts";
import { ask } from "./people.ts";

const journey = foundedJourney("/dashboard/contributions/merry-go-round");

test("an official starts one, members join, and the order is drawn", async () => {
  const { application, officials, member, openAs } = journey;
  const visit = await openAs(officials.treasurer);
  const { page } = visit;
  await page.getByText("There is no merry-go-round yet").waitFor();
  await page.getByRole("button", { name: "Start one" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Start it" }).click();
  await dialog.getByText("Give it a name.").waitFor();
  await fillIn(dialog.getByLabel("Name"), "Mzunguko");
  await fillIn(dialog.getByLabel("Amount of a turn"), "500");
  await dialog.getByLabel("How often").selectOption("week");
  await inspect(visit, "rotation-start");
  await dialog.getByRole("button", { name: "Start it" }).click();
  await page.getByRole("heading", { name: "Mzunguko" }).waitFor();
  for (const { token } of [officials.treasurer, officials.secGen])
    await ask(application, "POST", "/api/rotations/1/join/", { token, body: { word: "chai" } });

  const phone = await openAs(member, { size: PHONE });
  await phone.page.getByText("2 members have joined").waitFor();
  await phone.page.getByLabel("Your word for the draw").fill("mandazi");
  await inspect(phone, "rotation-join");
  await phone.page.getByRole("button", { name: "Join", exact: true }).click();
  await phone.page.getByText("You are in it.").waitFor();

  const again = await openAs(officials.treasurer);
  await again.page.getByRole("button", { name: "Draw the order" }).click();
  await again.page.getByText("Running", { exact: true }).waitFor();
});

test("a member sees on a phone whose turn it is and what they owe, checks the draw, and pays", async () => {
  const { member, openAs } = journey;
  for (const language of ["sw", "en"] as const) {
    const visit = await openAs(member, { size: PHONE, language });
    await visit.page.getByRole("heading", { name: language === "en" ? "You" : "Wewe" }).waitFor();
    await inspect(visit, `rotation-own-${language}`);
  }
  const { page } = await openAs(member, { size: PHONE });
  await page.getByText("Check the draw").click();
  await page.getByText("The draw is right").waitFor();
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await fillIn(dialog.getByLabel("Amount paid"), "1001");
  await fillIn(dialog.getByLabel("Payment reference"), "QWE1234567");
  await dialog.getByRole("button", { name: "Report the payment" }).click();
  await dialog.getByText("You have KES 1,000.00 left to pay in this merry-go-round.").waitFor();
  await fillIn(dialog.getByLabel("Amount paid"), "1000");
  await dialog.getByRole("button", { name: "Report the payment" }).click();
  await dialog.waitFor({ state: "detached" });
});

test("Approvals has it among what waits, and both offices approve it there", async () => {
  const { application, officials, member, openAs } = journey;
  for (const official of [officials.treasurer, officials.secGen]) {
    for (const language of ["sw", "en"] as const)
      for (const size of [PHONE, DESKTOP]) {
        const look = { size, language, at: "/dashboard/approvals" };
        const approvals = await openAs(official, look);
        const name = language === "en" ? "Merry-go-round Payment" : "Malipo ya Merry-go-round";
        await approvals.page.getByRole("heading", { name }).waitFor();
        await inspect(approvals, `rotation-approvals-${language}-${size.width}`);
      }
    const { page } = await openAs(official);
    await page.getByRole("heading", { name: "Payments that wait" }).waitFor();
    await page.getByRole("link", { name: "Approve or reject them" }).click();
    await page.getByRole("heading", { name: "Merry-go-round Payment Approvals" }).waitFor();
    await page
      .getByRole("row", { name: /Subira Mwangi/ })
      .getByText("Mzunguko")
      .waitFor();
    await page.getByRole("button", { name: /^Approve\/Reject/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Action").getByLabel("Approve").check();
    await dialog.getByText(/^You approve KES 1,000.00 of Subira Mwangi for Mzunguko\./).waitFor();
    await dialog.getByRole("button", { name: "Approve KES 1,000.00" }).click();
    await dialog.waitFor({ state: "detached" });
  }
  const { body } = await ask(application, "GET", "/api/rotations/1/", { token: member.token });
  expect(body.rotation.members.map(({ paid }: { paid: number }) => paid).toSorted()).toEqual([
    0, 0, 1_000,
  ]);
  const after = await openAs(officials.treasurer, { at: "/dashboard/approvals" });
  await after.page.getByText("No approvals available for you at the moment").waitFor();
});
