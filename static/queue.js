/* What was tapped is kept on this phone until the table has it: sent in order, each once by its nonce. */
(() => {
  "use strict";
  const list = document.getElementById("unsent");
  const row = document.getElementById("unsent-row");
  if (!list || !row) return;

  /* Where it is kept: the browser's database, or this page alone where a browser has none. */
  const open = new Promise((done) => {
    try {
      const asked = indexedDB.open("mori", 1);
      asked.onupgradeneeded = () => asked.result.createObjectStore("queue", { keyPath: "key" });
      asked.onsuccess = () => done(asked.result);
      asked.onerror = () => done(null);
    } catch { done(null); }
  });
  const here = new Map();
  const inOrder = (all) => all.sort((a, b) => a.n - b.n);
  const next = (all) => 1 + Math.max(0, ...all.map((one) => one.n));
  const box = async (change) => {
    const db = await open;
    if (!db) return change(here, [...here.values()]) || inOrder([...here.values()]);
    return new Promise((done, failed) => {
      const tx = db.transaction("queue", "readwrite");
      const store = tx.objectStore("queue");
      let all = [];
      store.getAll().onsuccess = (e) => {
        change({ set: (_, one) => store.put(one), delete: (key) => store.delete(key) }, e.target.result);
        store.getAll().onsuccess = (late) => { all = late.target.result; };
      };
      tx.oncomplete = () => done(inOrder(all));
      tx.onabort = () => failed(tx.error);
    });
  };
  const save = (one) => box((kept, all) => {
    if (one.n || !all.some((other) => other.key === one.key)) kept.set(one.key, { n: next(all), ...one });
  }).then(show);
  const drop = (...keys) => box((kept) => keys.forEach((key) => kept.delete(key))).then(show);

  /* What the page says of it. What is on its way at this moment is not said: mostly it has arrived when read. */
  const flying = new Map();
  let known = [];
  const flag = Object.assign(document.createElement("a"), { href: "#unsent" });
  const waits = (one) => !one.why && !flying.has(one.key);
  const at = (one) => one.url.replace(/\/[^/]*$/, "");
  const show = (all) => {
    known = all;
    const told = all.filter((one) => !flying.has(one.key));
    list.hidden = !told.length;
    flag.textContent = `${list.querySelector("h2").textContent} (${told.length})`;
    told.length ? document.getElementById("notices")?.append(flag) : flag.remove();
    list.querySelector("ol").replaceChildren(...told.map((one) => {
      const item = row.content.cloneNode(true);
      const part = (name) => item.querySelector(`[data-${name}]`);
      part("what").textContent = one.what;
      part("why").textContent = one.why || "";
      part("drop").onclick = () => drop(one.key).then(flush);
      const [again, table] = [part("again"), part("table")];
      const away = at(one) !== location.pathname && !location.pathname.startsWith(`${at(one)}/`);
      table.href = at(one);
      table.hidden = !away;
      again.hidden = away || !one.why || !new URLSearchParams(one.body).has("move") || !window.htmx;
      again.onclick = () => drop(one.key).then(() => resend(one));
      return item;
    }));
  };

  /* A move that was not taken, tapped once more over the table as it is now. */
  const token = (bytes = new Uint8Array(9)) => btoa(String.fromCharCode(...crypto.getRandomValues(bytes)));
  const fresh = (body, change) => {
    const fields = new URLSearchParams(body);
    for (const [name, value] of Object.entries(change)) if (value && fields.has(name)) fields.set(name, value);
    return fields;
  };
  const value = (selector) => document.querySelector(selector)?.value;
  const resend = (one) => {
    const form = document.createElement("form");
    form.method = "post";
    form.action = one.url;
    form.hidden = true;
    form.dataset.what = one.what;
    for (const [name, text] of fresh(one.body, { nonce: token(), revision: value("#table [name=revision]") })) {
      const field = document.createElement("input");
      Object.assign(field, { type: "hidden", name, value: text });
      form.append(field);
    }
    document.getElementById("room").append(form);
    htmx.process(form);
    form.requestSubmit();
    setTimeout(() => form.remove(), 30000);
  };

  /* Taps, as htmx is about to send them. */
  const read = (ctx) => {
    const { form, submitter, body, action } = ctx.request;
    if (ctx.request.method !== "POST" || !form?.elements.nonce) return null;
    const fields = new URLSearchParams(body);
    fields.delete("csrf_token");
    const part = form.closest("section");
    const heading = part?.querySelector("h2") || document.querySelector("#table h1");
    const before = part?.querySelectorAll(".so-far b") || [];
    const words = (el) => (el?.getAttribute("aria-label") || el?.textContent || "").replace(/\s+/g, " ").trim();
    const behind = /[?&]open=/.test(document.getElementById("table")?.getAttribute("hx-get"));
    const what = form.dataset.what || (behind ? list.dataset.secret
      : [heading, ...before, submitter].map(words).filter(Boolean).join(" · "));
    return { key: `${fields}`, url: new URL(action, location).pathname, body: `${new URLSearchParams(body)}`, what };
  };
  const nonce = (key) => new URLSearchParams(key).get("nonce");
  /* From which screen each was tapped: who still looks at it when it is sent goes on to the table. */
  const screen = () => document.getElementById("table")?.getAttribute("hx-get");
  const from = new Map();
  document.addEventListener("htmx:config:request", (e) => {
    if (e.detail.ctx.request.form?.elements.nonce) e.detail.ctx.request.timeout = 10000;
  });
  document.addEventListener("htmx:before:request", (e) => {
    const { ctx } = e.detail;
    let one = read(ctx);
    if (!one) return;
    from.set(one.key, screen());
    const twin = flying.get(one.key);
    if (twin || !(flying.size || known.some(waits))) {
      ctx.tap = one;
      flying.set(one.key, (twin || 0) + 1);
      save(one);
      return;
    }
    e.preventDefault();  // something is before it, maybe from the same form: then the nonce is not this one's
    const before = [...flying.keys(), ...known.map((other) => other.key)];
    if (before.some((key) => key !== one.key && nonce(key) === nonce(one.key)))
      one = { ...one, body: `${fresh(one.body, { nonce: token() })}` };
    save(one).then(flush);
  });
  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    if (ctx.tap && ctx.response.status < 500 && ctx.response.status !== 429) drop(ctx.tap.key);
  });
  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    if (!ctx.tap) return;
    const left = flying.get(ctx.tap.key) - 1;
    left ? flying.set(ctx.tap.key, left) : flying.delete(ctx.tap.key);
    box(() => {}).then(show).then(() => known.some(waits) && flush());
  });

  /* Sent by one page at a time. Where a browser cannot lock, a nonce sent twice is still one move. */
  let wait = 1000, timer = 0, busy = false, asked = false;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(flush, wait);
    wait = Math.min(2 * wait, 4000);
  };
  const send = async () => {
    let moved = 0, onward = "";
    for (;;) {
      show(await box(() => {}));
      const one = !flying.size && known.find(waits);
      if (!one) break;
      let answer, text;
      try {
        answer = await fetch(one.url, {
          method: "POST",
          body: fresh(one.body, { csrf_token: value("[name=csrf_token]") }),
          headers: { "HX-Request": "true", Accept: "text/html" },
          signal: AbortSignal.timeout?.(10000),
        });
        text = await answer.text();
      } catch { later(); break; }
      if (answer.status >= 500 || answer.status === 429) { later(); break; }
      wait = 1000;
      moved = Number(text.match(/ data-change="(\d+)"/)?.[1]) || 1;
      if (answer.ok) {
        await drop(one.key);
        if (from.has(one.key) && from.get(one.key) === screen()) onward = at(one);
        continue;
      }
      const page = new DOMParser().parseFromString(text, "text/html");
      const why = page.querySelector("[role=alert] p, p[role=alert], [role=alert]")?.textContent.trim();
      const after = known.filter((other) => waits(other) && at(other) === at(one));
      for (const other of after) await save({ ...other, why: other === one ? why || list.dataset.held : list.dataset.after });
    }
    const news = { bubbles: true, detail: { data: moved } };
    if (onward && screen()?.split("?")[0] !== onward) return location.assign(onward);
    if (moved) document.getElementById("live")?.dispatchEvent(new CustomEvent("moved", news));
    if (moved && list.dataset.away) location.reload();
  };
  const flush = async () => {
    asked = busy;
    if (busy) return;
    busy = true;
    try {
      if (!navigator.locks) await send();
      else await navigator.locks.request("mori", { ifAvailable: true }, (lock) => (lock ? send() : later()));
    } finally { busy = false; }
    if (asked) flush();
  };
  const now = () => { wait = 1000; return flush(); };
  window.addEventListener("online", () => now().then(() => list.dataset.away && location.reload()));
  window.addEventListener("pageshow", now);
  document.addEventListener("visibilitychange", () => document.hidden || now());
  document.addEventListener("htmx:sse:after:connection", now);

  /* The worker serves what was seen before when there is no net; of the first page it is told. */
  navigator.serviceWorker?.register("/sw.js").then(() => navigator.serviceWorker.ready)
    .then((worker) => worker.active.postMessage(location.href)).catch(() => {});
})();
