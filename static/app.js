/* Every page works without this. */
(() => {
  "use strict";
  const body = document.body;
  const each = (selector, f) => document.querySelectorAll(selector).forEach(f);

  const say = (text, stays) => {
    const line = document.createElement("p");
    line.textContent = text;
    document.getElementById("notices")?.replaceChildren(line);
    if (!stays) setTimeout(() => line.remove(), 6000);
    return line;
  };

  /* [data-wake] keeps the screen awake and says whether it can. */
  let lock = null;
  const wake = async () => {
    if (document.hidden || !document.querySelector("[data-wake]")) return;
    try {
      if (!lock || lock.released) lock = await navigator.wakeLock.request("screen");
    } catch {
      lock = null;
    }
    each("[data-wake]", (el) => {
      el.textContent = el.dataset[el.dataset.wake = lock ? "on" : "off"];
    });
  };

  /* Hidden until it is known that they work. */
  const ready = () => {
    each("[data-copy]", (el) => { el.hidden = !navigator.clipboard; });
    each("[data-share]", (el) => { el.hidden = !navigator.share; });
    each("[data-print]", (el) => { el.hidden = false; });
    wake();
  };
  document.addEventListener("click", async (e) => {
    const el = e.target.closest("[data-copy], [data-share], [data-print]");
    if (!el) return;
    const { copy, share } = el.dataset;
    try {
      if (copy) say((await navigator.clipboard.writeText(copy)) || body.dataset.copied);
      else if (share) await navigator.share({ url: share, title: document.title });
      else window.print();
    } catch { /* closed by the person */ }
  });
  document.addEventListener("focusin", (e) => { if (e.target.matches("[data-select]")) e.target.select(); });

  /* A second tap on what makes something new makes no second one. */
  document.addEventListener("submit", (e) => {
    if (!("once" in e.target.dataset)) return;
    if (e.target.dataset.once) e.preventDefault();
    e.target.dataset.once = "sent";
    setTimeout(() => { e.target.dataset.once = ""; }, 3000);
  });

  /* After a swap the focus is where it was, else on [data-focus]; what can no longer be pressed cannot hold it. */
  let held = null;
  document.addEventListener("htmx:before:swap", () => { held = document.activeElement; });
  document.addEventListener("htmx:after:swap", () => {
    if (held && held !== body && (!held.isConnected || held.disabled)) {
      const same = [...document.getElementsByName(held.name || "\0")].find((el) => el.value === held.value);
      const old = held.disabled ? null : document.getElementById(held.id) || same;
      (old || document.querySelector("[data-focus]"))?.focus({ preventScroll: true });
    }
    held = null;
    ready();
  });

  /* The arrows lead through a picture of tiles, to the nearest that way; Tab still finds each in turn. */
  const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  document.addEventListener("keydown", (e) => {
    const way = ways[e.key];
    const picture = way && !(e.altKey || e.ctrlKey || e.metaKey || e.shiftKey) && e.target.closest(".faces, .forest");
    if (!picture) return;
    const [from, ...others] = [e.target, ...picture.querySelectorAll("a, button")].map((el) => {
      const { x, y, width, height } = el.getBoundingClientRect();
      return { el, x: x + width / 2, y: y + height / 2 };
    });
    let best = null;
    for (const to of others) {
      const ahead = (to.x - from.x) * way[0] + (to.y - from.y) * way[1];
      const aside = Math.abs((to.x - from.x) * way[1]) + Math.abs((to.y - from.y) * way[0]);
      const far = ahead + 3 * aside;
      if (ahead > 4 && (!best || far < best.far)) best = { far, el: to.el };
    }
    e.preventDefault();
    best?.el.focus();
  });

  /* A failed poll tries again by itself; a tap must be told, unless queue.js keeps it and says so. */
  document.addEventListener("htmx:error", (e) => {
    if (!e.detail?.ctx?.tap && e.detail?.ctx?.sourceElement?.matches("form, a, button, input"))
      navigator.onLine ? say(body.dataset.failed) : lost();
  });

  /* While the net or the table's stream is gone, what stands here may be old: that is said until it is back.
     A stream refused with a status is no loss, the page then asks now and then. */
  let adrift = null;
  const lost = () => { if (!adrift?.isConnected) adrift = say(body.dataset.offline, true); };
  const found = () => { adrift?.remove(); adrift = null; };
  window.addEventListener("offline", lost);
  window.addEventListener("online", found);
  document.addEventListener("htmx:sse:error", (e) => { if (!e.detail?.status) lost(); });
  document.addEventListener("htmx:sse:after:connection", found);
  document.addEventListener("visibilitychange", wake);

  /* While the table is being fetched htmx drops further news of it; afterwards an old screen asks once more. */
  let latest = 0;
  document.addEventListener("moved", (e) => { latest = Math.max(latest, Number(e.detail?.data) || 0); });
  document.addEventListener("htmx:finally:request", (e) => {
    const table = document.getElementById("table");
    if (!table || !e.detail.ctx.response) return;
    const ask = () => document.getElementById("live")?.dispatchEvent(new Event("moved"));
    if (Number(table.dataset.change) < latest) setTimeout(ask);
  });

  /* The secret of a join link is behind the "#", which no server logs. */
  const key = new URLSearchParams(location.hash.slice(1)).get("k");
  const form = key && document.querySelector("form[data-join]");
  if (form) {
    form.elements.k.value = key;
    window.history.replaceState(null, "", location.pathname + location.search);
    if (form.dataset.join === "now") form.requestSubmit();
  }
  ready();
})();
