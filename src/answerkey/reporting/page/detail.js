// One row, opened: what was asked, what was answered, what was taken of it, how both sides were read, why the verdict fell.

let openedRow = -1;
let asFormulas = false;

const part = (title, ...children) => el("section", {}, el("h3", {}, title), ...children);
const textBlock = (text, name = "text") => el("pre", { class: name, dir: "auto" }, visible(text));

function side(title, text, tex, reading) {
  const rendered = formula(tex);
  const lines = [el("h3", {}, title)];
  if (rendered) lines.push(el("div", { class: "rendered" }, rendered));
  lines.push(textBlock(text ?? "no answer was found", text == null ? "text none" : "text"));
  if (reading != null) lines.push(el("p", { class: "reading" }, "read as ", el("code", {}, visible(reading))));
  return el("section", { class: "side" }, ...lines);
}

function responseBlock(found) {
  const [start, end] = found.span ?? [0, 0];
  const flip = el("button", { type: "button", "aria-pressed": asFormulas, onclick: () => ((asFormulas = !asFormulas), openRow(openedRow, false)) }, "set formulas");
  const box = el("pre", { class: "text response", dir: "auto", tabindex: "0", "aria-label": "response" });
  if (asFormulas) box.append(...withFormulas(found.response));
  else if (found.span) {
    const taken = el("mark", { title: `taken as the answer${found.rule ? ` by the rule ${found.rule}` : ""}` }, visible(found.response.slice(start, end)) || "∅");
    box.append(visible(found.response.slice(0, start)), taken, visible(found.response.slice(end)));
    requestAnimationFrame(() => {
      box.scrollTop = taken.offsetTop - box.offsetTop - box.clientHeight / 2;
    });
  } else box.append(visible(found.response) || "(empty)");
  return part("Response", flip, box);
}

function labelButtons(row) {
  const undecided = outcomeOf(row) === 2;
  const titles = undecided ? ["Response is right", "Response is wrong", "Unsure"] : ["Verdict is right", "Verdict is wrong", "Unsure"];
  const keys = ["r", "w", "u"];
  return el(
    "div",
    { class: "labels", role: "group", "aria-label": "Your label" },
    ...titles.map((title, code) =>
      el(
        "button",
        { type: "button", class: `label label-${code}`, "aria-pressed": labelCodes[row] === code, "aria-keyshortcuts": keys[code], onclick: () => mark(row, code) },
        title,
        el("kbd", { "aria-hidden": "true" }, keys[code]),
      ),
    ),
  );
}

function mark(row, code) {
  setLabel(row, code);
  showLabelling();
  update(false);
  if (!byId("detail").hidden) openRow(row, false);
}

async function openRow(row, focus = true) {
  openedRow = row;
  selected = row;
  const pane = byId("detail");
  pane.hidden = false;
  document.body.classList.add("open");
  const found = await details(row);
  if (openedRow !== row) return; // another was opened meanwhile
  const [outcome, reason, run] = ["outcome", "reason", "run"].map(dimension);
  const code = outcome.codes[row];
  const why = [el("p", {}, reason.words[reason.codes[row]], el("code", { class: "quiet" }, ` ${reason.values[reason.codes[row]]}`))];
  for (const line of found.why ?? []) why.push(el("p", { class: "evidence" }, visible(line)));
  const heading = el("h2", { tabindex: "-1", id: "detail-title" }, el("span", { class: `mark ${OUTCOMES[code]}`, "aria-hidden": "true" }, MARKS[code]), `${OUTCOMES[code].toLowerCase()}`, el("span", { class: "quiet" }, ` ${run ? `${run.values[run.codes[row]]} · ` : ""}row ${oneLine(light.id[row])}`));
  const bar = el(
    "header",
    {},
    heading,
    el("button", { type: "button", "aria-label": "Previous row", onclick: () => step(-1) }, "↑"),
    el("button", { type: "button", "aria-label": "Next row", onclick: () => step(1) }, "↓"),
    el("button", { type: "button", "aria-label": "Close", onclick: closeRow }, "✕"),
  );
  const content = [bar, labelButtons(row)];
  if (found.question) content.push(part("Question", el("div", { class: "text prose", dir: "auto" }, ...withFormulas(found.question))));
  content.push(el("div", { class: "sides" }, side("Key", found.key, found.key_tex, found.key_read), side("Answer", found.answer, found.answer_tex, found.answer_read)));
  content.push(part("Why", ...why));
  if (found.judge) content.push(part("Judge", ...found.judge.map((line) => textBlock(line))));
  const other = light.pair?.[row] ?? -1;
  if (other >= 0) {
    const text = `${OUTCOMES[outcomeOf(other)].toLowerCase()}: ${oneLine(light.answer[other]) || "no answer"}`;
    content.push(part(`The same row in ${meta.runs[0].name}`, el("p", {}, text, " ", el("button", { type: "button", onclick: () => openRow(other) }, "open"))));
  }
  content.push(responseBlock(found));
  if (found.fields?.length) {
    const list = found.fields.flatMap(([name, value]) => [el("dt", {}, visible(name)), el("dd", { dir: "auto" }, visible(value))]);
    content.push(part("Other columns", el("dl", {}, ...list)));
  }
  pane.replaceChildren(...content);
  pane.scrollTop = 0;
  showRows();
  if (focus) heading.focus();
}

function closeRow() {
  byId("detail").hidden = true;
  document.body.classList.remove("open");
  body.focus();
  showRowsSoon();
}
