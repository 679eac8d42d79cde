//! Pixels of a picture: read, paint over, shrink, write.

use laika_protocol::observation::BoundingBox;
use png::{BitDepth, ColorType, Compression, Decoder, Encoder, Transformations};

/// Bytes a decoded picture may take: far above any screen.
const MOST_BYTES: usize = 128 * 1024 * 1024;
const COVER: [u8; 3] = [0x60, 0x60, 0x60];
/// Shadows and borders of a field reach beyond its box.
const MARGIN: f64 = 2.0;

pub(crate) struct Pixels {
    width: u32,
    height: u32,
    /// Three bytes a pixel.
    bytes: Vec<u8>,
}

impl Pixels {
    pub(crate) fn decode(png: &[u8]) -> Option<Self> {
        let mut decoder = Decoder::new(std::io::Cursor::new(png));
        decoder.set_transformations(Transformations::normalize_to_color8());
        let mut reader = decoder.read_info().ok()?;
        let size = reader.output_buffer_size().filter(|size| *size <= MOST_BYTES)?;
        let mut bytes = vec![0; size];
        let info = reader.next_frame(&mut bytes).ok()?;
        bytes.truncate(info.buffer_size());
        let step = match info.color_type {
            ColorType::Rgb => 3,
            ColorType::Rgba => 4,
            ColorType::Grayscale | ColorType::GrayscaleAlpha | ColorType::Indexed => return None,
        };
        if step == 4 {
            bytes = bytes.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
        }
        Some(Self { width: info.width, height: info.height, bytes })
    }

    pub(crate) fn width(&self) -> u32 {
        self.width
    }

    pub(crate) fn height(&self) -> u32 {
        self.height
    }

    /// Paints over a box that is given in pixels of which each is `scale` of ours.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped to the picture before"
    )]
    pub(crate) fn cover(&mut self, place: &BoundingBox, scale: f64) {
        let within = |value: f64, most: u32| value.clamp(0.0, f64::from(most)) as usize;
        let left = within(((place.x - MARGIN) * scale).floor(), self.width);
        let right = within(((place.x + place.width + MARGIN) * scale).ceil(), self.width);
        let top = within(((place.y - MARGIN) * scale).floor(), self.height);
        let bottom = within(((place.y + place.height + MARGIN) * scale).ceil(), self.height);
        let row = self.width as usize * 3;
        for line in self.bytes.chunks_exact_mut(row).take(bottom).skip(top) {
            for pixel in line[left * 3..right.max(left) * 3].chunks_exact_mut(3) {
                pixel.copy_from_slice(&COVER);
            }
        }
    }

    /// Shrinks it so that no side is longer than `most`; each pixel is the mean of those it stands for.
    pub(crate) fn fit(self, most: u32) -> Self {
        let longest = self.width.max(self.height);
        if longest <= most {
            return self;
        }
        let scaled = |side: u32| {
            let scaled = u64::from(side) * u64::from(most) / u64::from(longest);
            u32::try_from(scaled).unwrap_or(most).max(1)
        };
        let (width, height) = (scaled(self.width), scaled(self.height));
        let mut bytes = Vec::with_capacity(width as usize * height as usize * 3);
        for y in 0..height {
            let (top, bottom) = span(y, height, self.height);
            for x in 0..width {
                let (left, right) = span(x, width, self.width);
                bytes.extend(self.mean(left, right, top, bottom));
            }
        }
        Self { width, height, bytes }
    }

    fn mean(&self, left: usize, right: usize, top: usize, bottom: usize) -> [u8; 3] {
        let mut sums = [0_usize; 3];
        for y in top..bottom {
            let row = y * self.width as usize;
            for pixel in self.bytes[(row + left) * 3..(row + right) * 3].chunks_exact(3) {
                for (sum, byte) in sums.iter_mut().zip(pixel) {
                    *sum += usize::from(*byte);
                }
            }
        }
        let count = (bottom - top) * (right - left);
        sums.map(|sum| u8::try_from(sum / count.max(1)).unwrap_or(u8::MAX))
    }

    pub(crate) fn encode(&self) -> Option<Vec<u8>> {
        let mut png = Vec::new();
        let mut encoder = Encoder::new(&mut png, self.width, self.height);
        encoder.set_color(ColorType::Rgb);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_compression(Compression::Fast);
        let mut writer = encoder.write_header().ok()?;
        writer.write_image_data(&self.bytes).ok()?;
        writer.finish().ok()?;
        Some(png)
    }
}

/// Which of `from` pixels the pixel `at` of `to` stands for; at least one.
fn span(at: u32, to: u32, from: u32) -> (usize, usize) {
    let scaled = |at: u32| usize::try_from(u64::from(at) * u64::from(from) / u64::from(to)).unwrap_or(0);
    let (start, end) = (scaled(at), scaled(at + 1));
    (start, end.max(start + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn white(width: u32, height: u32) -> Pixels {
        Pixels { width, height, bytes: vec![0xff; width as usize * height as usize * 3] }
    }

    #[test]
    fn what_is_covered_is_gone_and_the_rest_stays() {
        let mut pixels = white(20, 10);
        pixels.cover(&BoundingBox { x: 5.0, y: 4.0, width: 4.0, height: 2.0 }, 1.0);
        let at = |pixels: &Pixels, x: usize, y: usize| pixels.bytes[(y * 20 + x) * 3];
        assert_eq!((at(&pixels, 5, 4), at(&pixels, 8, 5), at(&pixels, 3, 2)), (0x60, 0x60, 0x60));
        assert_eq!((at(&pixels, 2, 4), at(&pixels, 11, 5), at(&pixels, 5, 8)), (0xff, 0xff, 0xff));
    }

    #[test]
    fn boxes_may_lie_anywhere() {
        for (x, y, width, height) in
            [(-50.0, -50.0, 10.0, 10.0), (1e6, 1e6, 1e6, 1e6), (-5.0, -5.0, 1e6, 1e6)]
        {
            white(20, 10).cover(&BoundingBox { x, y, width, height }, 1.5);
        }
    }

    #[test]
    fn shrinking_keeps_the_shape_and_writing_can_be_read() {
        let shrunk = white(2560, 1600).fit(1280);
        assert_eq!((shrunk.width(), shrunk.height()), (1280, 800));
        let again = Pixels::decode(&shrunk.encode().unwrap()).unwrap();
        assert_eq!((again.width, again.height, again.bytes == shrunk.bytes), (1280, 800, true));
        assert!(Pixels::decode(b"no picture").is_none());
    }
}
