// The formulas that the page works out live; the same as in answerkey.statistics, where their sources are named.

const Z = 1.959963984540054;
const clamp = (share) => Math.min(1, Math.max(0, share));
const percent = (share, digits = 1) => `${(100 * share).toFixed(digits)} %`;
const count = (number) => number.toLocaleString("en");

function wilson(hits, rows) {
  if (!rows) return [0, 1];
  const share = hits / rows;
  const spread = (Z * Z) / rows;
  const middle = (share + spread / 2) / (1 + spread);
  const half = (Z * Math.sqrt((share * (1 - share)) / rows + spread / (4 * rows))) / (1 + spread);
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

// An accuracy from counts by outcome (those that failed are in none), as the report counts rows without a decision:
// wrong, left out, or from all wrong to all right.
function accuracy([correct, incorrect, undecided]) {
  const rows = correct + incorrect + (meta.undecided === "left-out" ? 0 : undecided);
  const most = meta.undecided === "bounds" ? correct + undecided : correct;
  return { rows, least: correct / rows, most: most / rows, low: wilson(correct, rows)[0], high: wilson(most, rows)[1] };
}

function accuracyText({ rows, least, most }, digits) {
  if (!rows) return "–";
  return least === most ? percent(least, digits) : `${percent(least, digits)} to ${percent(most, digits)}`;
}

// Rogan and Gladen's accuracy with Lang and Reiczigel's interval; null where it is not defined.
function corrected(correct, rows, { a, b, c, d }) {
  const right = a + c;
  const wrong = b + d;
  if (!rows || !right || !wrong || a / right + d / wrong <= 1) return null;
  const value = (correct / rows + d / wrong - 1) / (a / right + d / wrong - 1);
  const [size, sizeSe, sizeSp] = [rows + Z * Z, right + 2, wrong + 2];
  const [p, se, sp] = [(correct + (Z * Z) / 2) / size, (a + 1) / sizeSe, (d + 1) / sizeSp];
  const gain = se + sp - 1;
  if (gain <= 0) return { value: clamp(value), low: 0, high: 1 };
  const middle = (p + sp - 1) / gain;
  const [spreadSe, spreadSp] = [(se * (1 - se)) / sizeSe, (sp * (1 - sp)) / sizeSp];
  const shift = 2 * Z * Z * (middle * spreadSe - (1 - middle) * spreadSp);
  const half = (Z / gain) * Math.sqrt((p * (1 - p)) / size + middle ** 2 * spreadSe + (1 - middle) ** 2 * spreadSp);
  return { value: clamp(value), low: clamp(middle + shift - half), high: clamp(middle + shift + half) };
}
