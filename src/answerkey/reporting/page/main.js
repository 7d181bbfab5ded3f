// What the reader does, and the start.

function update(rows = true) {
  const started = performance.now();
  refresh();
  showFacets();
  showChips();
  if (rows) {
    body.scrollTop = 0;
    showHead();
  }
  showRows();
  document.documentElement.dataset.update = (performance.now() - started).toFixed(1); // milliseconds, for whoever measures
}

let typing = 0;
let search = 0;
function onQuery() {
  clearTimeout(typing);
  typing = setTimeout(async () => {
    const mine = ++search;
    state.query = byId("query").value.trim();
    state.deep = null;
    update();
    if (!byId("deep").checked || !state.query) return;
    const note = byId("search-note");
    const found = await searchResponses(state.query.toLowerCase(), (share) => {
      note.textContent = `searching responses: ${percent(share, 0)}`;
      return mine === search;
    });
    if (!found) return;
    note.textContent = "";
    state.deep = found;
    update();
  }, 120);
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const typed = event.target.matches("input, select, textarea");
  if (event.key === "Escape") {
    if (!byId("detail").hidden) closeRow();
    else if (typed) event.target.blur();
    return;
  }
  if (typed) return;
  if (event.key === "/") byId("query").focus();
  else if (event.key === "j") step(1);
  else if (event.key === "k") step(-1);
  else if (event.key === "n") labelNext();
  else if ("rwu".includes(event.key) && selected >= 0) mark(selected, "rwu".indexOf(event.key));
  else return;
  event.preventDefault();
}

function onTableKey(event) {
  const page = Math.max(1, Math.floor(body.clientHeight / rowHeight()) - 1);
  const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page };
  if (event.key in moves) step(moves[event.key]);
  else if (event.key === "Home") moveTo(0);
  else if (event.key === "End") moveTo(shown.length - 1);
  else if (event.key === "Enter" && selected >= 0) openRow(selected);
  else return;
  event.preventDefault();
}

function labelNext() {
  const row = nextUnlabelled(selected < 0 ? 0 : selected);
  if (row !== null) openRow(row);
}

const THEMES = ["auto", "light", "dark"];
function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  byId("theme").textContent = `theme: ${theme}`;
  store.set("answerkey-theme", theme);
}

async function start() {
  setTheme(THEMES.includes(store.get("answerkey-theme")) ? store.get("answerkey-theme") : "auto");
  byId("theme").addEventListener("click", () => setTheme(THEMES[(THEMES.indexOf(document.documentElement.dataset.theme) + 1) % 3]));
  prepare(await unpack("light"));
  if (dimension("run")) COLUMNS.splice(1, 0, ["run", "Run"]);
  if (!light.question) COLUMNS.pop();
  const widths = (columns) => columns.map(([name]) => `var(--${name})`).join(" ");
  document.documentElement.style.setProperty("--columns", widths(COLUMNS));
  const narrow = COLUMNS.filter(([name]) => name !== "kind" && name !== "question");
  document.documentElement.style.setProperty("--columns-open", widths(narrow));
  loadLabels();
  byId("query").addEventListener("input", onQuery);
  byId("deep").addEventListener("change", onQuery);
  byId("clear").addEventListener("click", () => {
    state.allowed.clear();
    [state.query, state.deep, byId("query").value] = ["", null, ""];
    update();
  });
  byId("export").addEventListener("click", () => download(exportedLabels(), "labels.jsonl"));
  byId("next").addEventListener("click", labelNext);
  document.addEventListener("keydown", onKey);
  body.addEventListener("keydown", onTableKey);
  showLabelling();
  update();
  setTimeout(warm, 50);
  document.documentElement.dataset.ready = performance.now().toFixed(0); // milliseconds since the page was opened
}

start().catch((error) => {
  byId("failure").hidden = false;
  byId("failure").textContent = `This page could not be opened: ${error.message}. It needs a browser of 2023 or later.`;
});
