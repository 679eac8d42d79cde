//! What a site keeps in the browser, and what its scripts hold.

use super::{Page, Sites, plain};
use crate::canaries::canary::Planter;

pub(super) fn page(planter: &mut Planter, _sites: Sites<'_>) -> Page {
    let body = "<h1>Welcome back</h1><p>You are signed in.</p><button type=button>Sign out</button><div id=late></div>";
    let mut page = plain("/storage", "Welcome back", body);
    let [cookie, local, session, database, name, state, global, cache, handler, closed] = [
        "a cookie",
        "local storage",
        "session storage",
        "an indexed database",
        "the name of the window",
        "the state of the history",
        "a variable of a script",
        "the cache of the site",
        "a handler",
        "a closed shadow root",
    ]
    .map(|place| planter.word(place));
    page.set_up = format!(
        "(async () => {{
            document.cookie = 'session={cookie}; path=/';
            localStorage.setItem('token', '{local}');
            sessionStorage.setItem('token', '{session}');
            window.name = '{name}';
            history.replaceState({{ token: '{state}' }}, '');
            window.held = '{global}';
            await (await caches.open('held')).put('/held', new Response('{cache}'));
            document.querySelector('button').onclick = () => '{handler}';
            document.getElementById('late').attachShadow({{ mode: 'closed' }}).innerHTML = '<p hidden>{closed}</p><input value={closed}>';
            await new Promise((done, failed) => {{
                const opening = indexedDB.open('held', 1);
                opening.onupgradeneeded = () => opening.result.createObjectStore('held');
                opening.onerror = failed;
                opening.onsuccess = () => {{
                    const writing = opening.result.transaction('held', 'readwrite');
                    writing.objectStore('held').put('{database}', 'token');
                    writing.oncomplete = () => {{ opening.result.close(); done(); }};
                    writing.onerror = failed;
                }};
            }});
            return null;
        }})()"
    );
    page
}
