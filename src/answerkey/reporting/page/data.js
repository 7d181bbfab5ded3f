// The data of the page: what the report holds, unpacked from compressed columns.

const meta = JSON.parse(document.getElementById("meta").textContent);
const OUTCOMES = ["CORRECT", "INCORRECT", "UNDECIDED"];
const FAILED = OUTCOMES.length;
const MARKS = ["✓", "✗", "?"];
const blocks = new Map(); // number -> promise of the rows' long texts; the latest few are kept

async function unpack(id) {
  const text = atob(document.getElementById(id).textContent.trim());
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

function block(number) {
  if (!blocks.has(number)) {
    if (blocks.size >= 8) blocks.delete(blocks.keys().next().value);
    blocks.set(number, unpack(`block-${number}`));
  }
  return blocks.get(number);
}

// Everything about one row that only its open view shows.
async function details(row) {
  const columns = await block(Math.floor(row / meta.block));
  const place = row % meta.block;
  return Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, values[place]]));
}
