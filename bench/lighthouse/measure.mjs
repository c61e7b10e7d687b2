// node measure.mjs CHROMIUM URL HEADING [TOKEN]: one run of Lighthouse on a phone, as JSON. A token signs a member in.
import lighthouse from "lighthouse";
import { launch } from "puppeteer-core";

const [chromium, url, heading, token] = process.argv.slice(2);

const isQuestion = ({ url: address }) => new URL(address).pathname.startsWith("/api/");
// The browser requests these by itself; under Lighthouse it requests some of them twice.
const isOwn = ({ url: address, resourceType }) =>
  resourceType === "Manifest" || /icon[\w-]*\.(png|svg)$/.test(new URL(address).pathname);

const browser = await launch({
  executablePath: chromium,
  args: ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking"],
});
try {
  const page = await browser.newPage();
  if (token) {
    // An address of the application that runs none of its scripts, so that nothing signs the member out.
    await page.goto(new URL("/api/health", url).href);
    await page.evaluate((session) => localStorage.setItem("session_cookie", session), token);
  }
  const result = await lighthouse(
    url,
    { output: "json", logLevel: "error", disableStorageReset: Boolean(token) },
    undefined,
    page,
  );
  const { audits, categories, finalDisplayedUrl } = result.lhr;
  if (new URL(finalDisplayedUrl).pathname !== new URL(url).pathname)
    throw new Error(`${url} led to ${finalDisplayedUrl}`);
  const shown = await page.$eval("h1", (element) => element.textContent.trim());
  if (shown !== heading) throw new Error(`${url} shows ${shown}`);
  const score = (name) => Math.round(categories[name].score * 100);
  const isLost = ({ id, weight }) =>
    weight > 0 && audits[id].score !== null && audits[id].score < 1;
  const requests = audits["network-requests"].details.items;
  const [{ observedLargestContentfulPaint: painted }] = audits.metrics.details.items;
  const isBefore = ({ networkRequestTime }) => networkRequestTime < painted;
  const files = requests.filter((each) => !isQuestion(each) && !isOwn(each));
  const value = (name) => audits[name].numericValue;
  console.log(
    JSON.stringify({
      scores: {
        performance: score("performance"),
        accessibility: score("accessibility"),
        "best practices": score("best-practices"),
        SEO: score("seo"),
      },
      lost: Object.values(categories).flatMap(({ id, auditRefs }) =>
        id === "performance" ? [] : auditRefs.filter(isLost).map((audit) => audit.id),
      ),
      bytes: value("total-byte-weight"),
      requests: requests.length,
      before: requests.filter(isBefore).length,
      questions: requests.filter(isQuestion).length,
      filesBefore: files.filter(isBefore).length,
      filesAfter: files.filter((each) => !isBefore(each)).length,
      own: requests.filter(isOwn).length,
      lcp: value("largest-contentful-paint"),
      tbt: value("total-blocking-time"),
      cls: value("cumulative-layout-shift"),
    }),
  );
} finally {
  await browser.close();
}
