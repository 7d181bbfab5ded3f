// Labels: what a person says of verdicts, kept in the browser, exported for `answerkey agree`.

const LABELS = ["verdict right", "verdict wrong", "unsure", "none"];
const [RIGHT, WRONG, UNSURE, NONE] = [0, 1, 2, 3];
const labelCodes = new Uint16Array(meta.rows).fill(NONE);
const labelKey = `answerkey-labels-${meta.digest}`;

function loadLabels() {
  try {
    for (const [row, code] of Object.entries(JSON.parse(store.get(labelKey) ?? "{}"))) {
      if (row in labelCodes && code in LABELS) labelCodes[row] = code;
    }
  } catch {
    store.set(labelKey, "{}");
  }
}

function setLabel(row, code) {
  labelCodes[row] = labelCodes[row] === code ? NONE : code;
  const kept = {};
  labelCodes.forEach((value, place) => {
    if (value !== NONE) kept[place] = value;
  });
  if (!store.set(labelKey, JSON.stringify(kept))) byId("label-note").textContent = "This browser keeps no labels for this page: export them before you close it.";
}

// Whether the response is right, as the label says: null for unsure. An undecided verdict is right of a right response.
function truth(row) {
  const code = labelCodes[row];
  if (code === NONE || code === UNSURE) return null;
  return outcomeOf(row) === 1 ? code === WRONG : code === RIGHT;
}

function confusion() {
  const counts = { a: 0, b: 0, c: 0, d: 0, unsure: 0 };
  for (let row = 0; row < meta.rows; row++) {
    if (labelCodes[row] === NONE || countedCodes[row] === FAILED) continue;
    const right = truth(row);
    if (right === null) counts.unsure++;
    else if (outcomeOf(row) === 0) counts[right ? "a" : "b"]++;
    else counts[right ? "c" : "d"]++;
  }
  return counts;
}

function exportedLabels() {
  const [outcome, reason, run] = ["outcome", "reason", "run"].map(dimension);
  const lines = [];
  for (let row = 0; row < meta.rows; row++) {
    if (labelCodes[row] === NONE) continue;
    lines.push(
      JSON.stringify({
        id: light.id[row],
        run: run ? run.values[run.codes[row]] : meta.runs[0].name,
        row: light.number[row],
        gold: light.key[row],
        label: LABELS[labelCodes[row]],
        is_correct: truth(row),
        answerkey_outcome: outcome.values[outcome.codes[row]],
        answerkey_reason: reason.values[reason.codes[row]],
        answerkey_correct: outcome.codes[row] === 0,
        answerkey_answer: light.answer[row],
      }),
    );
  }
  return lines.length ? `${lines.join("\n")}\n` : "";
}

function download(text, name) {
  const link = el("a", { download: name, href: URL.createObjectURL(new Blob([text], { type: "application/x-ndjson" })) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// The next row to label, picked without regard to its verdict: rows in an order that looks random but is always the same.
function nextUnlabelled(after) {
  const stride = 7919; // a prime: every row is met once, unless their number is a multiple of it
  let place = after ?? 0;
  for (let tried = 0; tried < meta.rows; tried++) {
    place = (place + stride) % meta.rows;
    if (labelCodes[place] === NONE) return place;
  }
  for (let row = 0; row < meta.rows; row++) if (labelCodes[row] === NONE) return row;
  return null;
}

function showLabelling() {
  const counts = confusion();
  const { a, b, c, d, unsure } = counts;
  const labelled = a + b + c + d;
  byId("labelled").textContent = `${count(labelled)} labelled${unsure ? `, ${count(unsure)} unsure` : ""}`;
  byId("export").disabled = !(labelled + unsure);
  const run = meta.runs[0];
  const better = meta.runs.length === 1 && corrected(run.correct, run.rows, counts);
  byId("corrected").textContent = better
    ? `corrected for the grader's error: ${percent(better.value)} (95 %: ${percent(better.low)} to ${percent(better.high)}); graders agree with you on ${percent((a + d) / labelled)}`
    : labelled
      ? "corrected accuracy: needs labels of right and of wrong responses" + (meta.runs.length > 1 ? " in a report of one run" : "")
      : "";
}
