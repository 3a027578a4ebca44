// Renders the site's pages from blocks of plain text. All text goes through text nodes; nothing is parsed as markup.
"use strict";

const loaded = new Map(); // name of a data file -> what it holds
const waiting = new Map(); // name of a data file -> functions to call when it is there
let site = null; // the site's index: title, pages, search
const RESULTS = 200; // of a search this many are listed

window.curateData = async (name, packed) => {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  loaded.set(name, JSON.parse(await new Response(stream).text()));
  for (const done of waiting.get(name) ?? []) done(loaded.get(name));
  waiting.delete(name);
};

// A data file is a script, since a page that was opened from disk may not fetch.
function load(name) {
  if (loaded.has(name)) return Promise.resolve(loaded.get(name));
  return new Promise((done, failed) => {
    const first = !waiting.has(name);
    waiting.set(name, [...(waiting.get(name) ?? []), done]);
    if (!first) return;
    const script = document.createElement("script");
    script.src = `data/${encodeURIComponent(name)}.js`;
    script.onerror = () => { waiting.delete(name); failed(new Error(`data/${name}.js can't be read`)); };
    document.head.append(script);
  });
}

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value !== null) made.setAttribute(key, value);
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

function cell(value) {
  if (value === null || value === undefined) return "";
  if (typeof value === "object") return element("a", { href: `#/${value.page}` }, value.text);
  return String(value);
}

const plain = (value) => (value === null ? "" : typeof value === "object" ? value.text : value);
const isMissing = (value) => plain(value) === "" || plain(value) === "–";
// A number with or without its interval, such as `0.5 [0.4, 0.6]`.
const isNumber = (value) => typeof plain(value) === "number" || /^-?\d[\d,.]*\s?%?(\s\[.*\])?$/.test(plain(value));
const asNumber = (value) => (typeof plain(value) === "number" ? plain(value) : parseFloat(String(plain(value)).replace(/,/g, "")));

const render = {
  heading: (level, text) => element(`h${level}`, level === 1 ? { tabindex: "-1" } : {}, text),
  text: (text) => element("p", {}, text),
  facts: (rows) => element("dl", { class: "facts" }, ...rows.flatMap(([name, value]) =>
    [element("dt", {}, name), element("dd", {}, cell(value))])),
  table: renderTable,
  timeline: (title, events) => element("section", { "aria-label": title }, element("h2", {}, title),
    element("ol", { class: "timeline" }, ...events.map(([when, what, seen, decided, kind, found]) =>
      element("li", { class: kind }, element("div", { class: "quiet" }, `${when} · ${what}`),
        element("div", {}, element("strong", {}, decided)), seen ? element("div", {}, seen) : null,
        ...found.map((line) => element("div", { class: "found" }, line)))))),
  patch: renderPatch,
  versions: renderVersions,
  code: (title, text, language) => element("section", {}, title ? element("h3", {}, title) : null,
    element("pre", { tabindex: "0", class: language === "lean" ? null : "words" }, ...(language === "lean" ? highlight(text) : [text]))),
  plot: (name, alt) => element("figure", { class: "scroll", tabindex: "0" }, element("picture", {},
    element("source", { srcset: `plots/${name}-dark.svg`, media: "screen and (prefers-color-scheme: dark)" }),
    element("img", { src: `plots/${name}.svg`, alt }))),
  dispute: renderDispute,
  fold: (summary, blocks) => {
    const details = element("details", {}, element("summary", {}, summary));
    // An opened attribute is seen at once, an event of it only after a page was printed.
    new MutationObserver(() => { if (details.open && details.children.length === 1) details.append(...blocks.map(show)); })
      .observe(details, { attributeFilter: ["open"] });
    return details;
  },
};

const show = ([kind, ...fields]) => render[kind](...fields);

function renderTable(title, columns, rows) {
  const numeric = columns.map((_, index) => rows.length > 0 && rows.every((row) => isMissing(row[index]) || isNumber(row[index])));
  const body = element("tbody");
  const fill = (ordered) => body.replaceChildren(...ordered.map((row) => element("tr", {},
    ...row.map((value, index) => element("td", numeric[index] ? { class: "number" } : {}, cell(value))))));
  const heads = columns.map((name, index) => {
    const button = element("button", { type: "button" }, name);
    const head = element("th", { scope: "col", class: numeric[index] ? "number" : null }, button);
    button.addEventListener("click", () => {
      const up = head.getAttribute("aria-sort") !== "ascending";
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      const compare = numeric[index]
        ? (one, other) => asNumber(one[index]) - asNumber(other[index])
        : (one, other) => String(plain(one[index])).localeCompare(String(plain(other[index])));
      const missing = (row) => Number(isMissing(row[index])); // last, whichever way the others stand
      fill([...rows].sort((one, other) => missing(one) - missing(other) || (missing(one) ? 0 : (up ? 1 : -1) * compare(one, other))));
    });
    return head;
  });
  fill(rows);
  return element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": title || "table" },
    element("table", {}, element("caption", {}, title), element("thead", {}, element("tr", {}, ...heads)), body));
}

// A unified diff by its columns: the counts in a hunk's head say how many lines belong to it, whatever they hold.
function parsePatch(text) {
  const rows = [];
  let left = 0, right = 0, oldLeft = 0, newLeft = 0, removed = [], added = [], path = null;
  const flush = () => {
    for (let index = 0; index < Math.max(removed.length, added.length); index += 1) {
      rows.push({ kind: "change", path, old: removed[index], new: added[index] });
    }
    removed = []; added = [];
  };
  for (const line of text.split("\n")) {
    const hunk = oldLeft <= 0 && newLeft <= 0 ? /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line) : null;
    if (hunk) {
      left = Number(hunk[1]); right = Number(hunk[3]); oldLeft = Number(hunk[2] ?? 1); newLeft = Number(hunk[4] ?? 1);
      rows.push({ kind: "hunk", text: line });
    } else if (oldLeft > 0 || newLeft > 0) {
      const mark = line[0] ?? " ", rest = line.slice(1);
      if (mark === "-") { removed.push([left, rest]); left += 1; oldLeft -= 1; }
      else if (mark === "+") { added.push([right, rest]); right += 1; newLeft -= 1; }
      else if (mark === "\\") continue;
      else { flush(); rows.push({ kind: "same", path, old: [left, rest], new: [right, rest] }); left += 1; right += 1; oldLeft -= 1; newLeft -= 1; }
      if (oldLeft <= 0 && newLeft <= 0) flush();
    } else if (line.startsWith("diff --git ")) { flush(); path = null; rows.push({ kind: "file", text: line.slice("diff --git ".length) }); }
    else if (line.startsWith("+++ b/")) { flush(); path = line.slice("+++ b/".length).replace(/\t$/, ""); }
    else if (line && !/^(index |--- |\+\+\+ )/.test(line)) { flush(); rows.push({ kind: "hunk", text: line }); }
  }
  flush();
  return rows;
}

const columnWidths = (...kinds) => element("colgroup", {}, ...kinds.map((kind) => element("col", kind ? { class: kind } : {})));

// Each finding stands below its line; those whose lines the patch does not show are listed under it.
function renderPatch(title, text, note, findings) {
  const body = element("tbody"), left = new Set(findings);
  let before = { depth: 0 }, after = { depth: 0 };
  for (const row of parsePatch(text)) {
    if (row.kind === "file" || row.kind === "hunk") {
      [before, after] = [{ depth: 0 }, { depth: 0 }]; // whether a comment is open where a hunk begins is not known
      body.append(element("tr", { class: row.kind }, element("td", { colspan: "4" }, row.text)));
      continue;
    }
    const side = (one, kind, css, state) => [element("td", { class: `at ${css}-at` }, one ? String(one[0]) : ""),
      element("td", { class: `${css} ${one && row.kind === "change" ? kind : ""}` }, ...(one ? highlight(one[1], state) : []))];
    body.append(element("tr", {}, ...side(row.old, "del", "left", before), ...side(row.new, "add", "right", after)));
    for (const one of row.new ? findings : []) {
      if (one[0] !== row.path || one[1] !== row.new[0]) continue;
      left.delete(one);
      body.append(element("tr", { class: "finding" }, element("td", { class: "left", colspan: "2" }), element("td", { colspan: "2" }, one[2])));
    }
  }
  const elsewhere = left.size ? element("details", {}, element("summary", {}, `${left.size} findings at lines that are not shown here`),
    element("ul", {}, ...[...left].map(([path, line, what]) => element("li", {}, `${path}:${line} ${what}`)))) : null;
  const table = text ? element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": title }, element("table", {},
    element("caption", {}, title), columnWidths("at", "", "at", ""), body)) : element("h3", {}, title);
  return element("section", { class: "patch" }, table, note ? element("p", { class: "quiet" }, note) : null, elsewhere);
}

const changedLines = (text) => parsePatch(text).flatMap((row) => row.kind === "file" ? [`  ${row.text}`]
  : row.kind === "change" ? [row.old ? `- ${row.old[1]}` : null, row.new ? `+ ${row.new[1]}` : null].filter((line) => line !== null) : []);

// Longest common subsequence of lines after equal ends are taken off; over LIMIT cells the middle is shown as replaced.
function diffLines(before, after) {
  const LIMIT = 4e6;
  let start = 0, end = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  while (end < before.length - start && end < after.length - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  const old = before.slice(start, before.length - end), fresh = after.slice(start, after.length - end);
  const steps = [];
  if (old.length * fresh.length > LIMIT) steps.push(...old.map((line) => ["del", line]), ...fresh.map((line) => ["add", line]));
  else {
    const width = fresh.length + 1, table = new Uint32Array((old.length + 1) * width);
    for (let i = old.length - 1; i >= 0; i -= 1) for (let j = fresh.length - 1; j >= 0; j -= 1) {
      table[i * width + j] = old[i] === fresh[j] ? table[(i + 1) * width + j + 1] + 1 : Math.max(table[(i + 1) * width + j], table[i * width + j + 1]);
    }
    let i = 0, j = 0;
    while (i < old.length || j < fresh.length) {
      if (i < old.length && j < fresh.length && old[i] === fresh[j]) { steps.push(["same", old[i]]); i += 1; j += 1; }
      else if (j >= fresh.length || (i < old.length && table[(i + 1) * width + j] >= table[i * width + j + 1])) { steps.push(["del", old[i]]); i += 1; }
      else { steps.push(["add", fresh[j]]); j += 1; }
    }
  }
  return { steps, same: start + end };
}

function renderVersions(title, earlier, later) {
  const { steps, same } = diffLines(changedLines(earlier), changedLines(later));
  const body = element("tbody", {}, ...steps.map(([kind, line]) => element("tr", {},
    element("td", { class: `right ${kind === "same" ? "" : kind}` }, ...highlight(line)))));
  return element("section", { class: "patch unified" },
    element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": title }, element("table", {}, element("caption", {}, title), body)),
    element("p", { class: "quiet" }, `${same} changed lines at the beginning and end are the same in both versions.`));
}

const LEAN = /(--.*$|\/-)|("(?:[^"\\]|\\.)*"?)|\b(\d[\d_.]*)\b|(?<![\w.'])(theorem|lemma|def|instance|structure|class|inductive|abbrev|example|variable|namespace|section|end|open|import|module|public|by|where|with|fun|match|if|then|else|do|let|have|show|from|calc|exact|intro|simp|rw|rfl|sorry|private|protected|noncomputable|deprecated|attribute|universe|set_option|in|at)(?![\w'])/gm;

// Block comments nest and span lines: `state.depth` says how many are open before `text`, and afterwards how many after it.
function highlight(text, state = { depth: 0 }) {
  const parts = [];
  let at = 0;
  while (at < text.length) {
    LEAN.lastIndex = at;
    const match = state.depth > 0 ? null : LEAN.exec(text);
    const start = match ? match.index : state.depth > 0 ? at : text.length;
    if (start > at) parts.push(text.slice(at, start));
    if (match?.[0] === "/-" || state.depth > 0) at = endComment(text, start, state);
    else at = match ? start + match[0].length : text.length;
    const css = !match || match[1] ? "c" : match[2] ? "s" : match[3] ? "n" : "k";
    if (at > start) parts.push(element("span", { class: css }, text.slice(start, at)));
  }
  return parts;
}

// Where the comment that is open at `start`, or begins there, ends.
function endComment(text, start, state) {
  const marks = /\/-|-\//g;
  marks.lastIndex = start;
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    state.depth += mark[0] === "/-" ? 1 : -1;
    if (state.depth === 0) return marks.lastIndex;
  }
  return text.length;
}

function renderDispute(report, issues) {
  const wanted = element("select", { name: "wanted" }, ...["merge_ready", "not_merge_ready", "drop"].map((one) => element("option", { value: one }, one)));
  const why = element("textarea", { name: "why", rows: "3", required: "" });
  const out = element("pre", { tabindex: "0", hidden: "" });
  const send = element("a", { href: issues || "#", rel: "noreferrer", hidden: "" }, "Open an issue with this report");
  const form = element("form", { class: "dispute" }, element("strong", {}, "Is this label right?"),
    element("label", {}, "The label should be ", wanted), element("label", {}, "Why, from what can be seen ", why),
    element("button", { type: "submit" }, "Make the report"), out, send);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = JSON.stringify({ ...report, wanted: wanted.value, why: why.value }, null, 1);
    out.textContent = text; out.hidden = false;
    if (issues) { send.href = `${issues}?title=${encodeURIComponent(`Label of ${report.snapshot_id}`)}&body=${encodeURIComponent(text)}`; send.hidden = false; }
  });
  return form;
}

async function searchPage(query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const rows = (await load("search")).filter((row) => words.every((word) => row[2].includes(word) || row[0].toLowerCase().includes(word)));
  return [["heading", 1, query ? `Search: ${query}` : "All entries"],
    ["text", `${rows.length} found${rows.length > RESULTS ? `; the first ${RESULTS} are listed` : ""}.`],
    ["table", "Results", ["entry", "what it is"], rows.slice(0, RESULTS).map((row) => [{ text: row[0], page: row[1] }, row[3]])]];
}

async function blocksOf(route) {
  if (route.startsWith("search/")) return searchPage(decodeURIComponent(route.slice("search/".length)));
  const name = fileOf(route);
  if (!name) return [["heading", 1, "There is no such page"], ["text", `Nothing is called ${route} here.`]];
  const pages = await load(name);
  return Object.hasOwn(pages, route) ? pages[route] : [["heading", 1, "There is no such page"], ["text", `Nothing is called ${route} here.`]];
}

// `site.files` names the file of a page; pages with a number stand in files by ranges, `[first number, file]` ascending.
function fileOf(route) {
  if (Object.hasOwn(site.files, route)) return site.files[route];
  const [kind, key] = [route.slice(0, route.indexOf("/")), Number(route.slice(route.indexOf("/") + 1))];
  return (site.ranges[kind] ?? []).filter(([first]) => first <= key).at(-1)?.[1] ?? null;
}

async function open() {
  const main = document.querySelector("main");
  const route = location.hash.replace(/^#\/?/, "") || "home";
  try {
    const blocks = await blocksOf(route);
    if (route !== (location.hash.replace(/^#\/?/, "") || "home")) return; // the reader has gone on
    main.replaceChildren(...blocks.map(show));
    document.title = `${main.querySelector("h1")?.textContent ?? ""} · ${site.title}`;
    if (open.before) main.querySelector("h1")?.focus();
    open.before = true;
    window.scrollTo(0, 0);
  } catch (error) {
    main.replaceChildren(element("h1", {}, "This page can't be shown"), element("p", {}, String(error.message)));
  }
  main.dataset.page = route;
}

document.querySelector("form.search").addEventListener("submit", (event) => {
  event.preventDefault();
  location.hash = `#/search/${encodeURIComponent(event.target.elements.query.value.trim())}`;
});
window.addEventListener("hashchange", open);
window.addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((one) => { one.open = true; }));
load("site").then((index) => { site = index; open(); });
