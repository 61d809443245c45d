/* Without a net: the shell, and the rules and sheets that were opened before. Never a table, never a form:
   what is tapped there the page keeps itself (queue.js). VERSION, SHELL and AWAY are put before this. */
"use strict";
const KEPT = "mori-pages", SHELF = `mori-shell-${VERSION}`, MOST = 80;
const KEEPS = /^\/(rules|sheets)(\/(?!t\/).*(?<!\.make)|)$/;

self.addEventListener("install", (e) => {
  e.waitUntil((async () => {
    const shelf = await caches.open(SHELF);
    /* Without the cookie: what lies here is nobody's. */
    await shelf.addAll([...SHELL, ...Object.values(AWAY)].map((url) => new Request(url, { credentials: "omit" })));
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", (e) => {
  e.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== KEPT && name !== SHELF) await caches.delete(name);
    await self.clients.claim();
  })());
});

const keep = async (url, answer) => {
  const pages = await caches.open(KEPT);
  await pages.delete(url);
  await pages.put(url, answer);
  const all = await pages.keys();
  await Promise.all(all.slice(0, Math.max(0, all.length - MOST)).map((old) => pages.delete(old)));
};
const keepable = (url, answer) => KEEPS.test(new URL(url).pathname) && answer.status === 200
  && !answer.redirected && !/no-store/.test(answer.headers.get("Cache-Control"));

const page = async (e) => {
  const { request } = e;
  try {
    const answer = await fetch(request);
    const lang = answer.headers.get("Content-Language");
    if (lang in AWAY) e.waitUntil(caches.open(KEPT).then((pages) => pages.put("/lang", new Response(lang))));
    if (keepable(request.url, answer)) e.waitUntil(keep(request.url, answer.clone()));
    return answer;
  } catch (error) {
    const pages = await caches.open(KEPT);
    const asked = { ignoreVary: true };
    const seen = KEEPS.test(new URL(request.url).pathname)
      && ((await pages.match(request.url, asked)) || (await pages.match(request.url, { ...asked, ignoreSearch: true })));
    if (seen) return seen;
    const lang = await (await pages.match("/lang"))?.text();
    const away = await caches.match(AWAY[lang] || Object.values(AWAY)[0], asked);
    if (!away) throw error;
    return away;
  }
};

const piece = async (request) => (await caches.match(request, { ignoreVary: true })) || fetch(request);

self.addEventListener("fetch", (e) => {
  const { request } = e;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") e.respondWith(page(e));
  else if (url.pathname.startsWith("/static/") && url.search) e.respondWith(piece(request));
});

/* The page that brought this worker was there before it. */
self.addEventListener("message", (e) => {
  const url = String(e.data);
  if (!url.startsWith(`${location.origin}/`) || !KEEPS.test(new URL(url).pathname)) return;
  e.waitUntil(fetch(url).then((answer) => keepable(url, answer) && keep(url, answer)).catch(() => {}));
});
