//! Text that reads like prose and is the same in every run: English, German and Chinese in turns.
//!
//! What a text costs to index depends on its words: how many different ones there are, how long they are and in what
//! script. One sentence repeated would flatter the index.

/// Steele, Lea and Flood's SplitMix64: small, and good enough to shuffle words.
pub(super) struct Dice(u64);

impl Dice {
    pub(super) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, which is small.
    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.roll() % bound.max(1) as u64).unwrap_or(0)
    }

    /// The rank of a word: about half as often for twice the rank (Zipf), below 4,096.
    fn rank(&mut self) -> usize {
        let octave = 1 << self.below(12);
        octave + self.below(octave)
    }
}

struct Language {
    words: &'static str,
    gap: &'static str,
    stop: &'static str,
    /// Words in a sentence: at least, and how many more at most.
    length: (usize, usize),
    /// A word that is not on the list.
    rare: fn(usize) -> String,
}

const ENGLISH: Language = Language {
    words: "the of and a in was for on with by from that which it at were had its river old council morning street \
            house garden railway winter report company market station harbour bridge children teacher window letter \
            kitchen summer village museum figures during between under after before several little large quiet early \
            opened carried followed showed remained stood reached described became produced measured rose fell number \
            budget weather engineers visitors second third century afternoon minister island concert orchestra paper \
            forest mountain valley workers contract quarter results slowly often almost rarely together across into",
    gap: " ",
    stop: ". ",
    length: (8, 12),
    rare: spelled,
};
const GERMAN: Language = Language {
    words: "der die das und in von mit auf für aus bei nach war wurde hatte ein eine einer des dem Fluss Stadtrat \
            Morgen Straße Häuser Garten Eisenbahn Winter Bericht Unternehmen Markt Bahnhof Hafen Brücke Kinder \
            Lehrerin Fenster Brief Küche Sommer Dorf Museum Zahlen während zwischen unter später mehrere kleine große \
            ruhige frühe eröffnete folgte zeigte blieb erreichte beschrieb entstand maß stieg fiel Haushalt Wetter \
            Ingenieure Besucher zweite dritte Jahrhundert Nachmittag Insel Konzert Orchester Papier Wald Gebirge Tal \
            Beschäftigte Vertrag Quartal Ergebnisse langsam oft beinahe selten gemeinsam über hinein",
    gap: " ",
    stop: ". ",
    length: (7, 10),
    rare: spelled,
};
const CHINESE: Language = Language {
    words: "的 了 在 是 和 有 这 那 城市 河流 早晨 街道 房屋 花园 铁路 冬天 报告 公司 市场 车站 港口 桥梁 孩子 老师 窗户 信件 \
            厨房 夏天 村庄 博物馆 数字 期间 之间 以后 以前 几个 很小 很大 安静 打开 跟随 显示 保持 到达 描述 成为 生产 测量 上升 \
            下降 预算 天气 工程师 游客 第二 第三 世纪 下午 岛屿 音乐会 乐团 纸张 森林 山脉 山谷 工人 合同 季度 结果 慢慢 经常 \
            几乎 很少 一起 穿过",
    gap: "",
    stop: "。",
    length: (8, 10),
    rare: ideograph,
};
const LANGUAGES: [Language; 3] = [ENGLISH, GERMAN, CHINESE];
const SENTENCES: usize = 5;

/// Paragraphs with this many characters in all.
pub(super) fn text(dice: &mut Dice, characters: usize) -> String {
    let mut text = String::new();
    let mut have = 0;
    for language in LANGUAGES.iter().cycle() {
        if have >= characters {
            break;
        }
        let words: Vec<_> = language.words.split_whitespace().collect();
        for _ in 0..SENTENCES {
            let sentence = sentence(dice, language, &words);
            have += sentence.chars().count();
            text.push_str(&sentence);
        }
        text.push('\n');
        have += 1;
    }
    text.chars().take(characters).collect()
}

fn sentence(dice: &mut Dice, language: &Language, words: &[&str]) -> String {
    let (least, more) = language.length;
    let chosen = (0..least + dice.below(more)).map(|_| match dice.below(16) {
        // Years and prices.
        0 => dice.below(10_000).to_string(),
        // Half of any text is made of its commonest words, and the other half of thousands of others.
        1..8 => (language.rare)(dice.rank()),
        // The lists open with the commonest of all.
        _ => words
            .get(dice.below(words.len()).min(dice.below(words.len())))
            .copied()
            .unwrap_or_default()
            .to_owned(),
    });
    chosen.collect::<Vec<_>>().join(language.gap) + language.stop
}

/// A made-up word of a made-up vocabulary, the same for the same rank.
fn spelled(rank: usize) -> String {
    const SYLLABLES: [&str; 16] = [
        "ba", "den", "fel", "gor", "hu", "ka", "lin", "mo", "nar", "os", "pel", "ri", "sa", "tul", "ve",
        "wil",
    ];
    [rank / 256, rank / 16, rank].map(|part| SYLLABLES[part % SYLLABLES.len()]).concat()
}

/// One of the ideographs; every one of them is a word to the index.
fn ideograph(rank: usize) -> String {
    u32::try_from(0x4e00 + 5 * rank).ok().and_then(char::from_u32).map(String::from).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_has_its_length_and_is_the_same_every_time() {
        let one = text(&mut Dice::new(1), 12_000);
        assert_eq!(one.chars().count(), 12_000);
        assert_eq!(one, text(&mut Dice::new(1), 12_000));
        assert_ne!(one, text(&mut Dice::new(2), 12_000));
    }

    #[test]
    fn words_are_as_many_and_as_unequal_as_in_prose() {
        let text = text(&mut Dice::new(1), 60_000);
        let mut counts = std::collections::BTreeMap::<&str, usize>::new();
        text.split_ascii_whitespace()
            .filter(|word| word.len() < 30)
            .for_each(|word| *counts.entry(word).or_default() += 1);
        let all = counts.values().sum::<usize>();
        let different = 100 * counts.len() / all;
        // English and German prose of this length has 20 to 40 different words in a hundred.
        assert!((20..=40).contains(&different), "{different}% of {all}");
    }

    #[test]
    fn every_language_is_in_it() {
        let text = text(&mut Dice::new(1), 2_000);
        for word in [" the ", " der ", "的"] {
            assert!(text.contains(word), "{word}");
        }
    }
}
