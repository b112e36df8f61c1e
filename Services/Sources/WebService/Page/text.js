// Texts of codes are strangers' words: shown as text, with what steers or hides text made visible, and never followed.

/** DI, the default ignorable, are not seen either: selectors of variants, fillers. */
const steering = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{DI}]/u;
const most = 2000;

/** Puts a text into an element; what steers becomes its code point in a box. */
export function showText(element, text) {
  element.replaceChildren();
  let run = "";
  const flush = () => {
    if (run) element.append(run);
    run = "";
  };
  const shown = [...text.slice(0, most)];
  for (const character of shown) {
    if (!steering.test(character)) { run += character; continue; }
    flush();
    const box = document.createElement("span");
    box.className = "shown-control";
    box.textContent = name(character);
    element.append(box);
  }
  flush();
  if (text.length > most) element.append("…");
}

/** The same on one line, for labels; at most so many characters. */
export function oneLine(text, count) {
  const characters = [...text.slice(0, 4 * count)];
  const shown = characters.slice(0, count).map(character => steering.test(character) ? "␦" : character).join("");
  return characters.length > count || text.length > 4 * count ? shown + "…" : shown;
}

function name(character) {
  return "U+" + character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
}
