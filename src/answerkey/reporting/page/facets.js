// The plots: for each dimension its values, as bars split by outcome, that filter when clicked.

const FACET_ROWS = 8;
const opened = new Set(); // facets that show all of their values

function showFacets() {
  const home = byId("facets");
  const focused = document.activeElement?.dataset?.bar;
  const cards = [];
  for (const one of dimensions) {
    if (one.values.length < 2 && one.name !== "reason") continue;
    if (one.name === "label" && !labelCodes.some((code) => code !== NONE)) continue;
    const rows = state.allowed.has(one.name) ? passing(one.name) : shown;
    const counts = one.values.map(() => [0, 0, 0, 0]);
    for (const row of rows) counts[one.codes[row]][countedCodes[row]]++;
    cards.push(facet(one, counts));
  }
  home.replaceChildren(...cards);
  if (focused) home.querySelector(`[data-bar="${CSS.escape(focused)}"]`)?.focus();
}

function facet(one, counts) {
  const total = (code) => counts[code].reduce((sum, rows) => sum + rows);
  const codes = one.values.map((_, code) => code).filter((code) => total(code) || state.allowed.get(one.name)?.has(code));
  if (one.name !== "outcome") codes.sort((a, b) => total(b) - total(a));
  const most = Math.max(1, ...codes.map(total));
  const all = opened.has(one.name);
  const card = el("section", { class: "card", "aria-label": one.title }, el("h3", {}, one.title));
  for (const code of all ? codes : codes.slice(0, FACET_ROWS)) {
    const rows = total(code);
    const [correct, incorrect, undecided, failed] = counts[code];
    const parts = [correct, incorrect, undecided + failed].map((rows, outcome) => {
      const part = el("span", { class: `part ${OUTCOMES[outcome]}` });
      part.style.width = `${(100 * rows) / most}%`;
      return part;
    });
    const pressed = state.allowed.get(one.name)?.has(code) ?? false;
    const name = visible(one.values[code] || "(empty)");
    const right = one.name === "outcome" || one.name === "reason" ? "" : accuracyText(accuracy(counts[code]), 0);
    card.append(
      el(
        "button",
        {
          class: "bar",
          type: "button",
          "aria-pressed": pressed,
          "data-bar": `${one.name}:${code}`,
          title: one.words?.[code] ?? name,
          "aria-label": `${one.title} ${name}: ${count(rows)} rows${right && `, accuracy ${right}`}`,
          onclick: () => {
            toggle(one.name, code);
            update();
          },
        },
        el("span", { class: "name" }, name),
        el("span", { class: "figures" }, count(rows), right && el("b", {}, right)),
        el("span", { class: "track", "aria-hidden": "true" }, ...parts),
      ),
    );
  }
  if (codes.length > FACET_ROWS) {
    const label = all ? "fewer" : `${count(codes.length - FACET_ROWS)} more`;
    const flip = () => {
      if (!opened.delete(one.name)) opened.add(one.name);
      showFacets();
    };
    card.append(el("button", { class: "more", type: "button", "aria-expanded": all, onclick: flip }, label));
  }
  return card;
}

// What is filtered, as chips that take it back.
function showChips() {
  const chips = [];
  for (const [name, codes] of state.allowed) {
    const one = dimension(name);
    for (const code of codes) {
      const undo = () => {
        toggle(name, code);
        update();
      };
      const text = `${one.title}: ${visible(one.values[code] || "(empty)")}`;
      chips.push(el("button", { class: "chip", type: "button", "aria-label": `Remove the filter ${text}`, onclick: undo }, text, " ✕"));
    }
  }
  byId("chips").replaceChildren(...chips);
  byId("clear").hidden = !chips.length && !state.query;
  const counts = [0, 0, 0, 0];
  for (const row of shown) counts[countedCodes[row]]++;
  const found = accuracy(counts);
  byId("count").textContent = `${count(shown.length)} of ${count(meta.rows)} rows`;
  byId("subset").textContent =
    found.rows && shown.length < meta.rows ? `accuracy of these: ${accuracyText(found)} (95 %: ${percent(found.low)} to ${percent(found.high)}, Wilson)` : "";
}
