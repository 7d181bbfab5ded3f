// Which rows are shown: a set of allowed values for each dimension, and a search.

const state = { allowed: new Map(), query: "", deep: null, sort: null, descending: false };
let light = null; // columns of short values, one entry a row
let dimensions = []; // { name, title, values, codes }
let haystacks = null; // what the search looks at, in lower case
let shown = new Uint32Array(0); // the rows that pass, in the order of the table

function prepare(columns) {
  light = columns;
  dimensions = meta.dimensions.map((dimension) => ({ ...dimension, codes: Uint16Array.from(columns.codes[dimension.name]) }));
  dimensions.push({ name: "label", title: "Your label", values: LABELS, codes: labelCodes });
  outcomeCodes = dimension("outcome").codes;
  const reason = dimension("reason");
  countedCodes = outcomeCodes.map((code, row) => (reason.failed[reason.codes[row]] ? FAILED : code));
  delete light.codes;
}

const dimension = (name) => dimensions.find((one) => one.name === name);
let outcomeCodes = null;
let countedCodes = null; // the outcomes, with FAILED where something broke: those rows are in no accuracy
const outcomeOf = (row) => outcomeCodes[row];
const questionOf = (row) => (light.question ? light.questions[light.question[row]] : "");

function haystack(row) {
  haystacks ??= new Array(meta.rows);
  return (haystacks[row] ??= `${light.id[row]}\n${light.key[row]}\n${light.answer[row]}\n${questionOf(row)}`.toLowerCase());
}

// Make what the search looks at while the browser has nothing to do, so that the first search does not wait for it.
function warm(row = 0) {
  const end = Math.min(meta.rows, row + 4000);
  for (; row < end; row++) haystack(row);
  if (row < meta.rows) setTimeout(() => warm(row), 0);
}

let found = { query: "", rows: null }; // which rows the search finds: looked up once for all that ask
function matching() {
  const query = state.query.toLowerCase();
  if (!query) return null;
  if (found.query !== query) {
    // what a longer search finds, the shorter one found before
    const before = found.query && query.includes(found.query) ? found.rows : null;
    const rows = new Uint8Array(meta.rows);
    for (let row = 0; row < meta.rows; row++) if (!before || before[row]) rows[row] = haystack(row).includes(query) ? 1 : 0;
    found = { query, rows };
  }
  return found.rows;
}

// All rows that pass; `except` names a dimension whose own choice does not count.
function passing(except) {
  const tests = [];
  for (const [name, codes] of state.allowed) {
    if (name === except) continue;
    const one = dimension(name);
    const wanted = new Uint8Array(one.values.length + 1);
    for (const code of codes) wanted[code] = 1;
    tests.push([one.codes, wanted]);
  }
  const matches = matching();
  const passed = new Uint32Array(meta.rows);
  let size = 0;
  next: for (let row = 0; row < meta.rows; row++) {
    for (const [codes, wanted] of tests) if (!wanted[codes[row]]) continue next;
    if (matches && !matches[row] && !state.deep?.has(row)) continue;
    passed[size++] = row;
  }
  return passed.subarray(0, size);
}

const KEYS = {
  row: null,
  id: (row) => light.id[row],
  key: (row) => light.key[row],
  answer: (row) => light.answer[row],
  question: questionOf,
};

function refresh() {
  const rows = passing();
  if (state.sort) sortRows(rows);
  shown = rows;
}

function sortRows(rows) {
  const one = dimension(state.sort);
  const sign = state.descending ? -1 : 1;
  if (one) rows.sort((a, b) => sign * (one.codes[a] - one.codes[b]) || a - b);
  else if (KEYS[state.sort]) {
    const keys = new Array(meta.rows);
    for (const row of rows) keys[row] = KEYS[state.sort](row);
    rows.sort((a, b) => (keys[a] < keys[b] ? -sign : keys[a] > keys[b] ? sign : a - b));
  } else if (state.descending) rows.reverse();
}

function toggle(name, code) {
  const codes = new Set(state.allowed.get(name));
  if (!codes.delete(code)) codes.add(code);
  if (codes.size) state.allowed.set(name, codes);
  else state.allowed.delete(name);
}

// Search all responses too, block by block, so that the page stays alive.
async function searchResponses(query, progress) {
  const found = new Set();
  const blocksAll = Math.ceil(meta.rows / meta.block);
  for (let number = 0; number < blocksAll; number++) {
    const columns = await unpack(`block-${number}`);
    columns.response.forEach((text, place) => {
      if (text.toLowerCase().includes(query)) found.add(number * meta.block + place);
    });
    if (!progress(number / blocksAll)) return null;
  }
  return found;
}
