// Elements, made from text alone: nothing here reads HTML, so no text of a row can become markup.

const byId = (id) => document.getElementById(id);
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]/u;
const UNSEEN_ALL = new RegExp(UNSEEN.source, "gu");
const MATH = /\$\$([^$]{1,2000})\$\$|\$([^$\n]{1,1000})\$|\\\(([\s\S]{1,2000}?)\\\)|\\\[([\s\S]{1,2000}?)\\\]/g;
const MAX_FORMULAS = 200;

function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name.startsWith("aria-") && value != null) node.setAttribute(name, String(value));
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value != null) node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child != null));
  return node;
}

// Characters that cannot be seen, or that turn the direction of what follows, by their numbers.
const visible = (text) =>
  UNSEEN.test(text)
    ? text.replace(UNSEEN_ALL, (c) => `⟨U+${c.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`)
    : text;

const oneLine = (text) => visible(text.replace(/\s+/g, " "));

// A formula, or null where KaTeX cannot read it.
function formula(tex, displayMode = false) {
  if (!tex || tex.length > 2000) return null;
  const node = el("span", { class: "formula" });
  try {
    katex.render(tex, node, { displayMode, throwOnError: true, trust: false, maxExpand: 200, maxSize: 20, strict: "ignore" });
  } catch {
    return null;
  }
  return node;
}

// Text in which $…$, \(…\), \[…\] are set as formulas.
function withFormulas(text) {
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(MATH)) {
    if (parts.length > 2 * MAX_FORMULAS) break;
    const tex = match[1] ?? match[2] ?? match[3] ?? match[4];
    const set = formula(tex, (match[1] ?? match[4]) !== undefined);
    if (!set) continue;
    parts.push(visible(text.slice(end, match.index)), set);
    end = match.index + match[0].length;
  }
  parts.push(visible(text.slice(end)));
  return parts;
}

// The browser may refuse to keep anything for a page that is a file.
const store = {
  get(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  set(key, value) {
    try {
      localStorage.setItem(key, value);
      return true;
    } catch {
      return false;
    }
  },
};
