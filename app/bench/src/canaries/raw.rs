//! The control: everything that a page and its site really hold. A secret that is not there was never looked for.

use anyhow::Result;
use laika_browser::Tab;

use super::pages::Page;
use crate::web::evaluate;

const DUMP: &str = r"(async () => {
    const parts = [document.documentElement.outerHTML, document.cookie, location.href, window.name, JSON.stringify(history.state), String(window.held)];
    parts.push(JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }));
    for (const field of document.querySelectorAll('input,textarea,select')) parts.push(field.value);
    const walk = (root) => {
        for (const el of root.querySelectorAll('*')) {
            if (el.shadowRoot) { parts.push(el.shadowRoot.innerHTML); walk(el.shadowRoot); }
            for (const name of el.getAttributeNames()) parts.push(el.getAttribute(name));
            for (const name in el) if (name.startsWith('on') && typeof el[name] === 'function') parts.push(String(el[name]));
        }
        for (const comment = document.createNodeIterator(root, NodeFilter.SHOW_COMMENT); ;) {
            const next = comment.nextNode();
            if (!next) break;
            parts.push(next.data);
        }
    };
    walk(document);
    for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const key of await cache.keys()) parts.push(await (await cache.match(key)).text());
    }
    for (const { name } of await indexedDB.databases()) {
        const database = await new Promise((done) => { const opening = indexedDB.open(name); opening.onsuccess = () => done(opening.result); });
        for (const store of database.objectStoreNames) {
            const all = database.transaction(store).objectStore(store).getAll();
            await new Promise((done) => { all.onsuccess = done; });
            parts.push(JSON.stringify(all.result));
        }
        database.close();
    }
    return parts.join('\n');
})()";

/// All of it, as text.
pub(super) async fn dump(tab: &Tab, page: &Page) -> Result<String> {
    let mut raw = evaluate(tab, DUMP).await?.as_str().unwrap_or_default().to_owned();
    // A page cannot read a closed shadow tree or another site; what was put there stands in what was sent.
    for (_, html) in page.beside.iter().chain(&page.elsewhere) {
        raw.push_str(html);
    }
    if raw.contains("id=\"closed\"") || raw.contains("id=\"late\"") {
        raw.push_str(&page.set_up);
    }
    Ok(raw)
}
