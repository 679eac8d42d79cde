//! Small stories of files, and what may be left of them.

use super::*;

fn make(path: &str) -> Op {
    Op::File(path.into())
}

fn write(path: &str, at: u64, bytes: &[u8]) -> Op {
    Op::Write { path: path.into(), at, bytes: bytes.to_vec() }
}

fn sync(path: &str) -> Op {
    Op::Synced { thread: 1, path: path.into(), kept: true }
}

fn fail(path: &str) -> Op {
    Op::Synced { thread: 1, path: path.into(), kept: false }
}

fn after(ops: &[Op]) -> Disk {
    let mut disk = Disk::default();
    for op in ops {
        disk.apply(op);
    }
    disk
}

fn left(ops: &[Op], survives: Survives) -> Image {
    after(ops).cut(survives, &mut Random::of("test", 0))
}

fn files(pairs: &[(&str, &[u8])]) -> Image {
    pairs.iter().map(|(path, bytes)| ((*path).into(), Some(bytes.to_vec()))).collect()
}

/// Every image that chance may leave, of the one file `a`.
fn all(ops: &[Op], survives: Survives) -> BTreeSet<Option<Vec<u8>>> {
    let disk = after(ops);
    let image = |case| disk.cut(survives, &mut Random::of("all", case)).remove(Path::new("a")).flatten();
    (0..400).map(image).collect()
}

#[test]
fn a_name_is_kept_by_its_folder_and_content_by_its_file() {
    let written = [make("a"), write("a", 0, b"one"), sync("a")];
    assert_eq!(left(&written, Survives::Nothing), Image::new());
    assert_eq!(left(&written, Survives::Names), files(&[("a", b"one")]));
    let named = [make("a"), write("a", 0, b"one"), sync("")];
    assert_eq!(left(&named, Survives::Nothing), files(&[("a", b"")]));
    assert_eq!(left(&named, Survives::Contents), files(&[("a", b"one")]));
    let both = [make("a"), write("a", 0, b"one"), sync("a"), sync(""), write("a", 3, b"two")];
    assert_eq!(left(&both, Survives::Nothing), files(&[("a", b"one")]));
    assert_eq!(left(&both, Survives::Everything), files(&[("a", b"onetwo")]));
}

#[test]
fn what_lies_in_a_lost_folder_is_lost() {
    let ops = [Op::Folder("d".into()), make("d/a"), write("d/a", 0, b"one"), sync("d/a"), sync("d")];
    assert_eq!(left(&ops, Survives::Nothing), Image::new());
    let kept: Vec<_> = ops.into_iter().chain([sync("")]).collect();
    let image = left(&kept, Survives::Nothing);
    assert_eq!(image.get(Path::new("d/a")), Some(&Some(b"one".to_vec())));
}

#[test]
fn a_rename_or_removal_may_be_undone_until_the_folder_is_synced() {
    let before = [make("new"), write("new", 0, b"key"), sync("new"), sync("")];
    let rename = Op::Rename { from: "new".into(), to: "old".into() };
    let renamed: Vec<_> = before.iter().cloned().chain([rename]).collect();
    assert_eq!(left(&renamed, Survives::Nothing), files(&[("new", b"key")]));
    assert_eq!(left(&renamed, Survives::Names), files(&[("old", b"key")]));
    let removed: Vec<_> = before.iter().cloned().chain([Op::Remove("new".into())]).collect();
    assert_eq!(left(&removed, Survives::Nothing), files(&[("new", b"key")]));
    let synced: Vec<_> = removed.into_iter().chain([sync("")]).collect();
    assert_eq!(left(&synced, Survives::Nothing), Image::new());
}

#[test]
fn a_file_may_be_removed_and_made_again_under_its_name() {
    let ops = [
        make("a"),
        write("a", 0, b"one"),
        sync("a"),
        sync(""),
        Op::Remove("a".into()),
        make("a"),
        write("a", 0, b"2"),
    ];
    assert_eq!(left(&ops, Survives::Nothing), files(&[("a", b"one")]));
    assert_eq!(left(&ops, Survives::Names), files(&[("a", b"")]));
    assert_eq!(left(&ops, Survives::Everything), files(&[("a", b"2")]));
}

#[test]
fn writes_survive_whole_in_any_choice() {
    let ops = [
        make("a"),
        write("a", 0, &[0; 1024]),
        sync("a"),
        sync(""),
        write("a", 0, &[1; 512]),
        write("a", 512, &[2; 512]),
    ];
    let halves = |first, second| Some([[first; 512], [second; 512]].concat());
    assert_eq!(all(&ops, Survives::Some), [halves(0, 0), halves(0, 2), halves(1, 0), halves(1, 2)].into());
}

#[test]
fn sectors_survive_each_or_not_and_never_as_a_mixture() {
    let ops = [
        make("a"),
        write("a", 0, &[0; 1024]),
        sync("a"),
        sync(""),
        // Two writes to one sector, and one over the edge of two.
        write("a", 0, &[1; 100]),
        write("a", 100, &[2; 800]),
    ];
    let first = |kind: u8| match kind {
        0 => vec![0; 512],
        1 => [vec![1; 100], vec![0; 412]].concat(),
        _ => [vec![1; 100], vec![2; 412]].concat(),
    };
    let second = |kind: bool| if kind { [vec![2; 388], vec![0; 124]].concat() } else { vec![0; 512] };
    let every = (0..3).flat_map(|a| [false, true].map(|b| Some([first(a), second(b)].concat())));
    assert_eq!(all(&ops, Survives::Sectors), every.collect());
}

#[test]
fn a_file_that_grew_without_its_data_holds_zeros() {
    let ops = [make("a"), sync("a"), sync(""), write("a", 0, &[1; 512]), write("a", 512, &[2; 512])];
    assert!(all(&ops, Survives::Some).contains(&Some([[0; 512], [2; 512]].concat())));
    let shorter =
        [make("a"), write("a", 0, b"abc"), sync("a"), sync(""), Op::Truncate { path: "a".into(), length: 1 }];
    assert_eq!(all(&shorter, Survives::Sectors), [Some(b"abc".to_vec()), Some(b"a".to_vec())].into());
}

#[test]
fn a_sync_keeps_only_what_was_written_before_it_began() {
    let ops = [
        make("a"),
        sync(""),
        write("a", 0, b"1"),
        Op::SyncBegan { thread: 7, path: "a".into() },
        write("a", 1, b"2"),
        Op::Synced { thread: 7, path: "a".into(), kept: true },
    ];
    assert_eq!(left(&ops, Survives::Nothing), files(&[("a", b"1")]));
}

#[test]
fn after_a_failed_sync_only_pages_that_are_written_again_are_kept() {
    let page = |byte: u8| vec![byte; 4096];
    let both = [make("a"), sync(""), write("a", 0, &[page(1), page(2)].concat()), fail("a")];
    let retried: Vec<_> = both.iter().cloned().chain([sync("a")]).collect();
    assert_eq!(left(&retried, Survives::Nothing), files(&[("a", b"")]));
    let again: Vec<_> = both.into_iter().chain([write("a", 4096, b"new"), sync("a")]).collect();
    let second = [b"new".to_vec(), vec![2; 4093]].concat();
    assert_eq!(left(&again, Survives::Nothing), files(&[("a", &[page(0), second.clone()].concat())]));
    assert_eq!(left(&again, Survives::Everything), files(&[("a", &[page(1), second].concat())]));
}

#[test]
fn what_a_failed_sync_left_does_not_come_back_beyond_a_new_end() {
    let shorter = Op::Truncate { path: "a".into(), length: 0 };
    let ops = [make("a"), sync(""), write("a", 0, &[1; 4096]), fail("a"), shorter, sync("a")];
    assert_eq!(all(&ops, Survives::Sectors), [Some(Vec::new())].into());
    assert_eq!(left(&ops, Survives::Everything), files(&[("a", b"")]));
}

#[test]
fn a_disk_can_begin_with_what_it_kept() {
    let mut image = files(&[("d/a", b"one")]);
    image.insert("d".into(), None);
    let mut disk = Disk::of(&image);
    disk.apply(&write("d/a", 0, b"two"));
    assert_eq!(disk.cut(Survives::Nothing, &mut Random::of("test", 0)), image);
}
