// The table: only the rows in view are elements.

const COLUMNS = [
  ["id", "Row"],
  ["outcome", "Verdict"],
  ["reason", "Reason"],
  ["kind", "Kind"],
  ["key", "Key"],
  ["answer", "Answer"],
  ["question", "Question"],
];
const body = byId("rows");
const spacer = byId("spacer");
let selected = -1; // a row, not its place
const rowHeight = () => (matchMedia("(max-width: 700px)").matches ? 58 : 34);

function cell(name, row) {
  const one = dimension(name);
  if (name === "outcome") {
    const code = one.codes[row];
    const mark = el("span", { class: `mark ${OUTCOMES[code]}`, "aria-hidden": "true" }, MARKS[code]);
    const label = labelCodes[row] === NONE ? "" : el("span", { class: "labelled", title: `your label: ${LABELS[labelCodes[row]]}` }, ["●", "○", "◌"][labelCodes[row]]);
    return [mark, OUTCOMES[code].toLowerCase(), label];
  }
  if (one) return [visible(one.values[one.codes[row]] || "–")];
  return [oneLine(KEYS[name](row) || "–")];
}

function showRows() {
  const height = rowHeight();
  spacer.style.height = `${shown.length * height}px`;
  const first = Math.max(0, Math.floor(body.scrollTop / height) - 5);
  const last = Math.min(shown.length, Math.ceil((body.scrollTop + body.clientHeight) / height) + 5);
  const lines = [];
  for (let place = first; place < last; place++) {
    const row = shown[place];
    const line = el(
      "div",
      {
        role: "row",
        id: `row-${row}`,
        class: `line ${OUTCOMES[outcomeOf(row)]}`,
        "aria-rowindex": place + 2,
        "aria-selected": row === selected,
        onclick: () => {
          selected = row;
          openRow(row);
        },
      },
      ...COLUMNS.map(([name]) => el("span", { role: "gridcell", class: `cell ${name}` }, ...cell(name, row))),
    );
    line.style.top = `${place * height}px`;
    line.style.height = `${height}px`;
    lines.push(line);
  }
  spacer.replaceChildren(...lines);
  byId("grid").setAttribute("aria-rowcount", shown.length + 1);
  const here = spacer.querySelector('[aria-selected="true"]');
  if (here) body.setAttribute("aria-activedescendant", here.id);
  else body.removeAttribute("aria-activedescendant");
  byId("empty").hidden = shown.length > 0;
}

function showHead() {
  const cells = COLUMNS.map(([name, title]) => {
    const sorted = state.sort === name;
    const sort = () => {
      if (!sorted) [state.sort, state.descending] = [name, false];
      else if (!state.descending) state.descending = true;
      else [state.sort, state.descending] = [null, false];
      update();
      byId("head").querySelector(`.${name} button`).focus();
    };
    const arrow = el("span", { "aria-hidden": "true" }, sorted ? (state.descending ? " ▼" : " ▲") : "");
    return el(
      "span",
      { role: "columnheader", class: `cell ${name}`, "aria-sort": sorted ? (state.descending ? "descending" : "ascending") : "none" },
      el("button", { type: "button", onclick: sort }, title, arrow),
    );
  });
  byId("head").replaceChildren(...cells);
}

// Move the selection to a place in the table, and into view.
function moveTo(place) {
  if (!shown.length) return;
  const to = Math.min(shown.length - 1, Math.max(0, place));
  selected = shown[to];
  const height = rowHeight();
  if (to * height < body.scrollTop) body.scrollTop = to * height;
  else if ((to + 1) * height > body.scrollTop + body.clientHeight) body.scrollTop = (to + 1) * height - body.clientHeight;
  showRows();
  if (!byId("detail").hidden) openRow(selected, false);
}

function step(by) {
  const place = shown.indexOf(selected);
  moveTo(place < 0 ? 0 : place + by);
}

let waiting = false;
body.addEventListener("scroll", () => {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    showRows();
  });
});
addEventListener("resize", showRowsSoon);
function showRowsSoon() {
  requestAnimationFrame(showRows);
}
