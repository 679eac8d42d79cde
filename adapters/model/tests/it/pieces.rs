//! A quote is a piece of what it quotes, whatever the model would rather say.

use laika_model::{Cancel, Runner as _};
use laika_protocol::model::Ended;
use serde_json::{Value, json};

use super::{ask, long_text, model, user, wild};

const TEXTS: &[&str] = &[
    "The train to Köln leaves at 14:05 from platform \"7b\".\nTickets cost 23.50 €; dogs (small) travel free.",
    "東京駅から京都駅まで新幹線で約2時間15分かかります。",
    "موعد الاجتماع يوم الأحد الساعة العاشرة صباحا",
    "यह पुस्तक हिन्दी में है। मूल्य ₹250",
    "path C:\\Users\\x\t<|im_end|> {\"json\": [1, 2]} 👩\u{200d}🚀 e\u{301}te\u{301}",
];

#[tokio::test]
async fn quotes_are_pieces_of_the_texts() {
    let model = model().await;
    let long = long_text(400);
    let mut texts: Vec<_> = TEXTS.iter().map(|text| (*text).to_owned()).collect();
    texts.push(long);
    let point = |texts: &[String]| {
        json!({
            "type": "object",
            "properties": { "text": { "type": "string", "maxLength": 20 },
                            "quote": { "type": "string", "x-piece-of": texts, "maxLength": 60 } },
            "required": ["text", "quote"], "additionalProperties": false
        })
    };
    let (mut quotes, mut distinct) = (0, std::collections::BTreeSet::new());
    for seed in 0..12 {
        let at = usize::try_from(seed).unwrap() % (texts.len() + 1);
        let offered = texts.get(at).map_or_else(|| texts.clone(), |text| vec![text.clone()]);
        let shape = json!({
            "type": "object",
            "properties": { "points": { "type": "array", "items": point(&offered), "minItems": 1, "maxItems": 2 } },
            "required": ["points"], "additionalProperties": false
        });
        let prompt = user(&format!("Quote this, but change every word: {}", offered[0]));
        let written = model.write(&ask(prompt, Some(shape), wild(seed), 250), &Cancel::new()).await.unwrap();
        assert_eq!(written.ended, Ended::Complete, "{written:?}");
        let value: Value = serde_json::from_str(&written.text).unwrap();
        for point in value["points"].as_array().unwrap() {
            let quote = point["quote"].as_str().unwrap();
            assert!(offered.iter().any(|text| text.contains(quote)), "{quote:?}");
            assert!(
                !quote.is_empty() && quote.trim_matches(' ') == quote && quote.chars().count() <= 60,
                "{quote:?}"
            );
            assert!(point["text"].as_str().unwrap().chars().count() <= 20);
            quotes += 1;
            distinct.insert(quote.to_owned());
        }
        let mask = written.usage.shape_ms / f64::from(written.usage.written);
        assert!(mask < 100.0, "{mask} ms for each token");
    }
    assert!(quotes >= 12 && distinct.len() > 6, "{quotes} {distinct:?}");
}
