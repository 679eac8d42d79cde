//! S13: a trusted click of ours gives a page nothing beyond the click.

use super::world::{click, evaluate, open_guard, test};

#[test]
fn a_trusted_click_opens_nothing() {
    test(async |_, place| {
        let page = "<button style='position:fixed;left:0;top:0;width:100px;height:100px'>a</button><script>
            const ask = async (what) => { try { await what(); return 'granted'; } catch (e) { return e.name; } };
            window.results = {};
            document.querySelector('button').onclick = async () => {
              results.write = await ask(() => navigator.clipboard.writeText('taken'));
              results.read = await ask(() => navigator.clipboard.readText());
              results.place = await new Promise((done) => navigator.geolocation.getCurrentPosition(() => done('granted'), () => done('denied')));
              results.notify = await Notification.requestPermission();
              results.camera = await ask(() => navigator.mediaDevices.getUserMedia({ video: true }));
              results.copy = String(document.execCommand('copy'));
              results.midi = await ask(() => navigator.requestMIDIAccess({ sysex: true }));
              results.idle = await ask(async () => { if (await IdleDetector.requestPermission() !== 'granted') throw new Error('denied'); });
              results.done = true;
            };</script>";
        // These interfaces exist for secure origins only; loopback is one.
        place.server.page("/", page);
        place.tab.navigate(&place.server.url("/")).await.unwrap();
        open_guard(&place.tab).await;
        click(&place.tab, 50.0, 50.0).await;
        for _ in 0..100 {
            if evaluate(&place.tab, "results.done === true").await == true {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        let results = evaluate(&place.tab, "results").await;
        for what in ["write", "read", "place", "notify", "camera", "midi", "idle"] {
            assert_ne!(results[what], "granted", "{what}: {results}");
            assert!(results[what].is_string(), "{what}: {results}");
        }
    });
}
