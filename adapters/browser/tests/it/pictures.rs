//! Pictures: bounded, counted, and with everything hidden that a field holds.

use super::world::test;

/// The colour at a point of a PNG.
fn colour(png: &[u8], x: usize, y: usize) -> [u8; 3] {
    let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    let at = (y * info.width as usize + x) * 3;
    [bytes[at], bytes[at + 1], bytes[at + 2]]
}

const COVER: [u8; 3] = [0x60, 0x60, 0x60];

#[test]
fn fields_are_painted_over_in_every_frame() {
    test(async |_, place| {
        // A field whose background is red shows red unless it is painted over.
        let field = |kind: &str, y: u32| {
            format!(
                "<input {kind} value=canary style='position:absolute;left:10px;top:{y}px;width:100px;height:30px;background:red;border:0'>"
            )
        };
        let fields = format!(
            "{}{}<div contenteditable style='position:absolute;left:10px;top:110px;width:100px;height:30px;background:red'>canary</div>",
            field("type=password", 10),
            field("", 60)
        );
        let far = place.server.other("/fields").to_string();
        place.server.page("/fields", &fields);
        let frame = |src: &str, x: u32| {
            format!(
                "<iframe style='position:absolute;left:{x}px;top:200px;width:200px;height:200px;border:0' src={src}></iframe>"
            )
        };
        let safe = "<div style='position:absolute;left:300px;top:10px;width:50px;height:50px;background:lime'></div><a href=/x style='position:absolute;left:400px;top:10px'>link</a>";
        place.server.page("/", &format!("{fields}{safe}{}{}", frame("/fields", 0), frame(&far, 400)));
        place.tab.navigate(&place.server.url("/")).await.unwrap();
        place.tab.settle(std::time::Duration::from_millis(200), super::world::SOON).await.unwrap();
        let picture = place.tab.capture().await.unwrap();
        assert_eq!((picture.width, picture.height), (1280, 800));
        for (left, top) in [(0, 0), (0, 200), (400, 200)] {
            for y in [25, 75, 125] {
                assert_eq!(colour(&picture.png, left + 50, top + y), COVER, "{left},{top}: {y}");
            }
        }
        assert_eq!(colour(&picture.png, 320, 30), [0, 255, 0]);
        assert!(!picture.elements.is_empty());
        for _ in 1..6 {
            place.tab.capture().await.unwrap();
        }
        let error = place.tab.capture().await.unwrap_err();
        assert_eq!(error.code, laika_protocol::ErrorCode::RateLimited);
    });
}
