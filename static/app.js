/* What plain HTML cannot do. Every page works without it; each part looks for what it needs and stays quiet otherwise. */
(() => {
  "use strict";
  const each = (sel, f, root = document) => root.querySelectorAll(sel).forEach(f);
  const body = document.body;

  const say = (text) => {
    const box = document.getElementById("notices");
    if (!box || !text) return;
    const line = document.createElement("p");
    line.textContent = text;
    box.replaceChildren(line);
    setTimeout(() => line.remove(), 6000);
  };

  /* The screen stays awake while a page with [data-wake] is open; the element says whether it does. */
  let lock = null;
  const wake = async () => {
    const spots = document.querySelectorAll("[data-wake]");
    if (!spots.length || document.hidden) return;
    try {
      if (!lock || lock.released) lock = await navigator.wakeLock.request("screen");
    } catch {
      lock = null;
    }
    spots.forEach((el) => {
      el.dataset.wake = lock ? "on" : "off";
      const text = el.dataset[el.dataset.wake];
      if (el.textContent !== text) el.textContent = text;
    });
  };

  const ready = (root) => {
    each("[data-copy]", (el) => { el.hidden = !navigator.clipboard; }, root);
    each("[data-share]", (el) => { el.hidden = !navigator.share; }, root);
    wake();
  };

  document.addEventListener("click", async (e) => {
    const el = e.target.closest?.("[data-copy], [data-share], [data-print]");
    if (!el) return;
    if ("print" in el.dataset) return window.print();
    try {
      if (el.dataset.copy) {
        await navigator.clipboard.writeText(el.dataset.copy);
        say(body.dataset.copied);
      } else {
        await navigator.share({ url: el.dataset.share, title: document.title });
      }
    } catch { /* the person closed the sheet, or the browser said no: nothing happened */ }
  });
  document.addEventListener("focusin", (e) => { if (e.target.matches?.("[data-select]")) e.target.select(); });

  /* A swap must not throw the reader back to the top: the focus returns to what has the same id or name and value. */
  let held = null;
  document.addEventListener("htmx:before:swap", () => {
    const el = document.activeElement;
    held = el && el !== body ? { id: el.id, name: el.name, value: el.value } : null;
  });
  document.addEventListener("htmx:after:swap", () => {
    if (held && document.activeElement === body) {
      const el = (held.id && document.getElementById(held.id))
        || (held.name && [...document.getElementsByName(held.name)].find((x) => x.value === held.value))
        || document.querySelector("[data-focus]");
      el?.focus({ preventScroll: true });
    }
    held = null;
    ready(document);
  });
  document.addEventListener("htmx:error", () => say(navigator.onLine ? body.dataset.failed : body.dataset.offline));
  window.addEventListener("offline", () => say(body.dataset.offline));
  document.addEventListener("visibilitychange", wake);

  /* A join link carries its secret behind the '#', which no server log sees: it goes into the form, and out of the bar. */
  const key = new URLSearchParams(location.hash.slice(1)).get("k");
  const form = key && document.querySelector("form[data-join]");
  if (form) {
    form.elements.k.value = key;
    window.history.replaceState(null, "", location.pathname + location.search);
    if (form.dataset.join === "now") form.requestSubmit();
  }
  ready(document);
})();
