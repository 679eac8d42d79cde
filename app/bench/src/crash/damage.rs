//! Damage to files: flipped bits, sectors that are lost, repeated or noise, and files that end too early.

use crate::random::Random;

const SECTOR: usize = 512;

/// One way to damage a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Damage {
    /// Bits, by their place in the file.
    Flip(Vec<usize>),
    Zero {
        sector: usize,
    },
    Copy {
        from: usize,
        to: usize,
    },
    Noise {
        sector: usize,
        seed: usize,
    },
    Cut {
        length: usize,
    },
}

impl Damage {
    /// A kind of damage for each case, at a random place that is really changed by it.
    pub(super) fn any(case: usize, file: &[u8], random: &mut Random) -> Self {
        let mut damage = Self::once(case, file, random);
        for _ in 0..16 {
            if damage.on(file) != file {
                break;
            }
            damage = Self::once(case, file, random);
        }
        damage
    }

    fn once(case: usize, file: &[u8], random: &mut Random) -> Self {
        let sectors = file.len().div_ceil(SECTOR);
        match case % 6 {
            // Single bits are what a disk gets wrong most quietly.
            0 | 1 => Self::Flip(vec![random.below(8 * file.len())]),
            2 => Self::Flip((0..random.between(2, 16)).map(|_| random.below(8 * file.len())).collect()),
            3 => Self::Zero { sector: random.below(sectors) },
            4 if random.one_in(2) => Self::Noise { sector: random.below(sectors), seed: case },
            4 => Self::Copy { from: random.below(sectors), to: random.below(sectors) },
            _ if random.one_in(2) => Self::Cut { length: SECTOR * random.below(sectors) },
            _ => Self::Cut { length: random.below(file.len()) },
        }
    }

    /// The file with this damage.
    pub(super) fn on(&self, file: &[u8]) -> Vec<u8> {
        let mut damaged = file.to_vec();
        let range = |sector: usize| SECTOR * sector..(SECTOR * (sector + 1)).min(file.len());
        match self {
            Self::Flip(bits) => {
                for bit in bits {
                    if let Some(byte) = damaged.get_mut(bit / 8) {
                        *byte ^= 1 << (bit % 8);
                    }
                }
            }
            Self::Zero { sector } => damaged.get_mut(range(*sector)).unwrap_or_default().fill(0),
            Self::Noise { sector, seed } => {
                let mut random = Random::of("noise", *seed);
                for byte in damaged.get_mut(range(*sector)).unwrap_or_default() {
                    *byte = random.next().to_le_bytes()[0];
                }
            }
            Self::Copy { from, to } => {
                let source = file.get(range(*from)).unwrap_or_default();
                for (byte, source) in damaged.get_mut(range(*to)).unwrap_or_default().iter_mut().zip(source) {
                    *byte = *source;
                }
            }
            Self::Cut { length } => damaged.truncate(*length),
        }
        damaged
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file() -> Vec<u8> {
        [[1; SECTOR], [2; SECTOR], [0; SECTOR]].concat()
    }

    #[test]
    fn each_kind_changes_what_it_says() {
        let flipped = Damage::Flip(vec![0, 15]).on(&file());
        assert_eq!((flipped[0], flipped[1], flipped[2]), (0, 0x81, 1));
        assert_eq!(Damage::Zero { sector: 1 }.on(&file()), [[1; SECTOR], [0; SECTOR], [0; SECTOR]].concat());
        assert_eq!(
            Damage::Copy { from: 1, to: 2 }.on(&file()),
            [[1; SECTOR], [2; SECTOR], [2; SECTOR]].concat()
        );
        assert_eq!(Damage::Cut { length: 7 }.on(&file()), [1; 7]);
        let noise = Damage::Noise { sector: 2, seed: 1 }.on(&file());
        assert!(noise[..2 * SECTOR] == file()[..2 * SECTOR] && noise[2 * SECTOR..] != file()[2 * SECTOR..]);
    }

    #[test]
    fn every_case_really_changes_the_file() {
        let file = file();
        for case in 0..600 {
            let damage = Damage::any(case, &file, &mut Random::of("damage", case));
            assert_ne!(damage.on(&file), file, "{damage:?}");
        }
    }
}
