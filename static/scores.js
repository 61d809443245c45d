/* The score sheet as one types. Without this every page still works with its button. */
(() => {
  "use strict";
  document.documentElement.classList.add("scripted");
  const entry = () => document.getElementById("entry");
  const keys = document.getElementById("keys");
  const thumb = matchMedia("(pointer: coarse)").matches;

  /* What was typed since the last request left. Nothing may overwrite it. */
  const typed = new Set();
  if (window.htmx) {
    // A reason that was opened stays open when its number changes.
    htmx.config.morphIgnore = [...htmx.config.morphIgnore, "open"];
    htmx.registerExtension("scores", {
      htmx_before_morph_attr: (el, { attrName }) => !(["value", "checked"].includes(attrName) && typed.has(el.name)),
    });
  }
  let sent = new Set();
  let latest = null;
  let timer = 0;
  const whole = (el) => !/[+\-−＋－]\s*$/.test(el.value);
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(() => { if (!pressing) entry()?.dispatchEvent(new CustomEvent("count")); }, 250);
  };

  /* Buttons one after the other: the next one works on the form that the one before makes. */
  let pressing = false;
  const waiting = [];
  document.addEventListener("submit", (e) => {
    const button = e.submitter;
    if (e.target.id !== "entry" || !window.htmx || !button?.value) return;
    if (pressing) {
      e.preventDefault();
      e.stopImmediatePropagation();
      waiting.push(button.value);
    }
    pressing = true;
  }, true);
  document.addEventListener("htmx:finally:request", (e) => {
    const { sourceElement, request } = e.detail.ctx;
    if (sourceElement !== entry() || !request.submitter?.value) return;
    pressing = false;
    while (waiting.length) {
      const value = waiting.shift();
      const button = [...entry().querySelectorAll("button[name=do]")].find((el) => el.value === value);
      if (button) return entry().requestSubmit(button);
    }
    if (typed.size) later();
  });
  document.addEventListener("input", (e) => {
    const el = e.target;
    if (el.form?.id !== "entry" || el.id === "f-json" || el.name === "show") return;
    if (el.matches("[data-one]") && el.checked) {
      el.form.querySelectorAll(`[name="${CSS.escape(el.name)}"]`).forEach((other) => {
        if (other !== el && other.type === "checkbox") other.checked = false;
      });
    }
    typed.add(el.name);
    if (!el.matches("[data-pad]") || whole(el)) later();
  });
  document.addEventListener("focusout", (e) => {
    if (e.target.matches?.("[data-pad]") && typed.has(e.target.name)) later();
  });
  window.addEventListener("online", later);

  document.addEventListener("htmx:before:request", (e) => {
    if (e.detail.ctx.sourceElement === entry()) {
      clearTimeout(timer);
      latest = e.detail.ctx;
      sent = new Set(typed);
      typed.clear();
    }
  });
  document.addEventListener("htmx:error", (e) => {
    // Not delivered: it is still only here, and goes with the next request.
    if (e.detail.ctx !== latest) return;
    sent.forEach((name) => typed.add(name));
  });
  document.addEventListener("htmx:after:swap", () => {
    const form = entry();
    if (!form) return;
    for (const el of form.elements) {
      if (typed.has(el.name) || el.type === "hidden" || el.id === "f-json" || el.name === "show") continue;
      if (el.type === "checkbox" || el.type === "radio") el.checked = el.defaultChecked;
      else if ("defaultValue" in el && el.value !== el.defaultValue) el.value = el.defaultValue;
    }
    prepare();
    // The address holds the sheet, so that a reload, the way back or another language lose nothing.
    if (form.dataset.here) {
      history.replaceState(history.state, "", form.dataset.here + location.hash);
      document.querySelectorAll(".settings [name=next]").forEach((el) => { el.value = form.dataset.here; });
    }
    // A vision that was begun or picked comes into sight above the palette.
    const card = document.querySelector(".card.chosen");
    if (card && card.id !== chosen) card.scrollIntoView({ block: "nearest" });
    chosen = card?.id;
  });
  let chosen = document.querySelector(".card.chosen")?.id;

  /* Our keypad: digits, + and −, and on to the next box as soon as no further digit fits. */
  let box = null;
  let down = false;
  const boxes = () => [...document.querySelectorAll("#entry [data-pad]")].filter((el) => el.offsetParent);
  const sum = (text) => (text.match(/[+\-−]?\d+/g) || []).reduce((n, part) => n + Number(part.replace("−", "-")), 0);
  const prepare = () => {
    if (thumb && keys) document.querySelectorAll("[data-pad]").forEach((el) => { el.inputMode = "none"; });
  };
  let hiding = 0;
  const show = (on) => {
    if (!keys) return;
    clearTimeout(hiding);
    // What is tapped must not move away under the finger: the keypad goes only when the tap is over.
    hiding = setTimeout(() => {
      keys.hidden = !on;
      document.body.classList.toggle("with-keys", on);
    }, on ? 0 : 250);
  };
  const step = (from, way) => {
    const all = boxes();
    const letter = (el) => el.name.split(".")[0];
    const among = down && all.some((el) => el !== from && letter(el) === letter(from))
      ? [...new Set(all.map(letter))].flatMap((l) => all.filter((el) => letter(el) === l)) : all;
    return among[among.indexOf(from) + way];
  };
  const go = (el) => {
    if (!el) return show(false), box?.blur();
    el.focus({ preventScroll: true });
    el.scrollIntoView({ block: "nearest" });
  };
  /* After the last box of a step: the next step. */
  const onward = () => {
    const link = [...document.querySelectorAll("[data-next]")].find((el) => el.offsetParent);
    show(false);
    box?.blur();
    link?.click();
  };
  const put = (el, text) => {
    el.value = text;
    el.dispatchEvent(new Event("input", { bubbles: true }));
  };
  let fresh = false;
  const press = (key) => {
    if (!box) return;
    if (key === "close") { show(false); box.blur(); return; }
    if (key === "down") {
      down = !down;
      document.getElementById("keys-down").setAttribute("aria-pressed", String(down));
      return;
    }
    if (key === "next") return step(box, 1) ? go(step(box, 1)) : onward();
    if (key === "back") {
      if (box.value) put(box, fresh ? "" : box.value.slice(0, -1));
      else go(step(box, -1));
      fresh = false;
      return;
    }
    if (key === "+" || key === "-") {
      // Right after the keypad went on, a sign belongs to the number just entered.
      if (fresh && jumped) go(jumped);
      if (box.value && whole(box)) put(box, box.value + key);
      else if (!box.value && key === "-") put(box, key);
      fresh = false; jumped = null;
      return;
    }
    const text = fresh ? key : box.value + key;
    put(box, text);
    fresh = false; jumped = null;
    const most = box.dataset.most;
    if (most !== undefined && (sum(text) * 10 > Number(most) || key === "0" && /(^|[+\-])0$/.test(text)) && !/[+\-]/.test(text)) {
      const from = box;
      const next = step(from, 1);
      if (next) { go(next); jumped = from; }
    }
  };
  let jumped = null;
  document.addEventListener("focusin", (e) => {
    const el = e.target;
    if (el.matches?.("[data-pad]")) {
      box = el; fresh = true; jumped = null;
      if (thumb && keys) {
        keys.classList.toggle("dice", "dice" in el.dataset);
        document.getElementById("keys-for").textContent = el.getAttribute("aria-label");
        show(true);
      }
    } else if (keys && !keys.contains(el)) show(false);
  });
  keys?.addEventListener("pointerdown", (e) => e.preventDefault());
  keys?.addEventListener("click", (e) => {
    const key = e.target.closest("[data-key]")?.dataset.key;
    if (key) press(key);
  });
  prepare();

  /* The link of a fault leads into its field; a step begins at its top. */
  const arrive = () => {
    const el = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (el?.matches("input, button, textarea, select, ul")) el.focus();
  };
  window.addEventListener("hashchange", arrive);

  /* Who goes on to a step that begins with boxes is in the first one already. */
  document.addEventListener("click", (e) => {
    const link = e.target.closest?.("[data-next]");
    if (!link || !thumb) return;
    setTimeout(() => {
      const all = "input:not([type=hidden]), button, select, summary";
      const first = [...document.querySelectorAll(`${link.hash} :is(${all})`)].find((el) => el.offsetParent);
      if (first?.matches("[data-pad]")) first.focus({ preventScroll: true });
    }, 60);
  });

  /* Enter goes on to the next field; the form is counted all the time anyway. */
  document.addEventListener("keydown", (e) => {
    const el = e.target;
    if (e.key !== "Enter" || el.form?.id !== "entry" || !el.matches("input[type=text]")) return;
    const all = [...el.form.querySelectorAll("input[type=text]")].filter((one) => one.offsetParent);
    const next = all[all.indexOf(el) + 1];
    if (!next) return;
    e.preventDefault();
    next.focus();
  });
})();
