//! What kind of picture some bytes are, and how large it is, read from its first bytes only.

/// Bytes of a file that are looked at. Some cameras put a small picture and notes before the size.
pub(super) const LOOK: usize = 256 << 10;
/// Parts of a JPEG that are passed over before its size must have come.
const MOST_PARTS: usize = 200;

/// A kind of picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Png,
    Jpeg,
    Gif,
    Webp,
}

impl Format {
    /// Its name in a header.
    pub(super) const fn content_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Gif => "image/gif",
            Self::Webp => "image/webp",
        }
    }

    /// How names of its files end.
    pub(super) const fn endings(self) -> &'static [&'static str] {
        match self {
            Self::Png => &["png"],
            Self::Jpeg => &["jpg", "jpeg"],
            Self::Gif => &["gif"],
            Self::Webp => &["webp"],
        }
    }

    /// The kind that a name promises.
    pub(super) fn of_name(name: &str) -> Option<Self> {
        let (_, ending) = name.rsplit_once('.')?;
        let ending = ending.to_ascii_lowercase();
        [Self::Png, Self::Jpeg, Self::Gif, Self::Webp]
            .into_iter()
            .find(|format| format.endings().contains(&ending.as_str()))
    }

    /// The kind that bytes are.
    pub(super) fn of(bytes: &[u8]) -> Option<Self> {
        if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
            Some(Self::Png)
        } else if bytes.starts_with(b"\xff\xd8\xff") {
            Some(Self::Jpeg)
        } else if bytes.starts_with(b"GIF87a") || bytes.starts_with(b"GIF89a") {
            Some(Self::Gif)
        } else if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
            Some(Self::Webp)
        } else {
            None
        }
    }
}

/// The width and the height, if they can be read.
pub(super) fn dimensions(bytes: &[u8]) -> Option<(u32, u32)> {
    let found = match Format::of(bytes)? {
        Format::Png => {
            let is_header = bytes.get(12..16)? == b"IHDR";
            is_header.then_some((big4(bytes, 16)?, big4(bytes, 20)?))
        }
        Format::Gif => Some((little(bytes, 6, 2)?, little(bytes, 8, 2)?)),
        Format::Jpeg => jpeg(bytes),
        Format::Webp => webp(bytes),
    };
    found.filter(|(width, height)| *width > 0 && *height > 0)
}

fn jpeg(bytes: &[u8]) -> Option<(u32, u32)> {
    let mut at = 2;
    for _ in 0..MOST_PARTS {
        while *bytes.get(at)? == 0xff && *bytes.get(at + 1)? == 0xff {
            at += 1;
        }
        let (start, mark) = (*bytes.get(at)?, *bytes.get(at + 1)?);
        if start != 0xff {
            return None;
        }
        match mark {
            // Marks without a length.
            0x01 | 0xd0..=0xd8 => at += 2,
            // The beginning of a frame says its size; three marks of that range are something else.
            0xc0..=0xcf if !matches!(mark, 0xc4 | 0xc8 | 0xcc) => {
                return Some((big2(bytes, at + 7)?, big2(bytes, at + 5)?));
            }
            // The picture itself begins, or it ends.
            0xd9 | 0xda => return None,
            _ => {
                let length = usize::try_from(big2(bytes, at + 2)?).ok().filter(|length| *length >= 2)?;
                at += 2 + length;
            }
        }
    }
    None
}

fn webp(bytes: &[u8]) -> Option<(u32, u32)> {
    match bytes.get(12..16)? {
        b"VP8 " => {
            let is_start = bytes.get(23..26)? == b"\x9d\x01\x2a";
            is_start.then_some((little(bytes, 26, 2)? & 0x3fff, little(bytes, 28, 2)? & 0x3fff))
        }
        b"VP8L" => {
            let is_start = *bytes.get(20)? == 0x2f;
            let packed = little(bytes, 21, 4)?;
            is_start.then_some(((packed & 0x3fff) + 1, ((packed >> 14) & 0x3fff) + 1))
        }
        b"VP8X" => Some((little(bytes, 24, 3)? + 1, little(bytes, 27, 3)? + 1)),
        _ => None,
    }
}

fn big2(bytes: &[u8], at: usize) -> Option<u32> {
    let two = bytes.get(at..at + 2)?;
    Some(two.iter().fold(0, |number, byte| number << 8 | u32::from(*byte)))
}

fn big4(bytes: &[u8], at: usize) -> Option<u32> {
    let four = bytes.get(at..at + 4)?;
    Some(four.iter().fold(0, |number, byte| number << 8 | u32::from(*byte)))
}

fn little(bytes: &[u8], at: usize, length: usize) -> Option<u32> {
    let few = bytes.get(at..at + length)?;
    Some(few.iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn png(width: u32, height: u32) -> Vec<u8> {
        let start = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR";
        [&start[..], &width.to_be_bytes(), &height.to_be_bytes(), &[8, 6, 0, 0, 0]].concat()
    }

    #[test]
    fn kinds_and_sizes_are_read_from_the_first_bytes() {
        let gif = b"GIF89a\x40\x01\xf0\x00\xf7\0\0";
        let jpeg = b"\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0\xff\xff\xc0\0\x11\x08\x02\x58\x03\x20\x03";
        let lossy = b"RIFF\x24\0\0\0WEBPVP8 \x18\0\0\0\x30\x01\0\x9d\x01\x2a\x20\x03\x58\x02\0";
        let lossless = b"RIFF\x24\0\0\0WEBPVP8L\x18\0\0\0\x2f\x1f\xc3\x95\0\0";
        let wide = b"RIFF\x24\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x7f\x07\0\x37\x04\0";
        for (bytes, format, size) in [
            (&png(640, 480)[..], Format::Png, Some((640, 480))),
            (gif, Format::Gif, Some((320, 240))),
            (jpeg, Format::Jpeg, Some((800, 600))),
            (lossy, Format::Webp, Some((800, 600))),
            (lossless, Format::Webp, Some((800, 600))),
            (wide, Format::Webp, Some((1920, 1080))),
            (&png(0, 480), Format::Png, None),
            (b"\xff\xd8\xff\xda\0\x08", Format::Jpeg, None),
            (b"\xff\xd8\xff\xe0\0\0", Format::Jpeg, None),
        ] {
            assert_eq!((Format::of(bytes), dimensions(bytes)), (Some(format), size), "{bytes:?}");
            for end in 0..bytes.len() {
                let _ = dimensions(&bytes[..end]);
            }
        }
        for other in [&b"<svg xmlns="[..], b"%PDF-1.7", b"", b"<html>", b"RIFF\0\0\0\0WAVE", b"BM", b"MZ"] {
            assert_eq!(Format::of(other), None);
        }
        assert_eq!(Format::of_name("a.b.JPEG"), Some(Format::Jpeg));
        assert_eq!((Format::of_name("png"), Format::of_name("a.svg")), (None, None));
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(start in 0_usize..5, rest in prop::collection::vec(any::<u8>(), 0..400)) {
            let starts: [&[u8]; 5] = [b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"GIF89a", b"RIFFaaaaWEBPVP8X", b""];
            let _ = dimensions(&[starts[start], &rest].concat());
        }
    }
}
