//! `image.save`: a picture from the web as a new file of the project, with a note of where it comes from beside it
//! (INK-032, INK-054). Nothing that exists is ever replaced.

use std::time::{Duration, SystemTime};

use jiff::Timestamp;
use laika_protocol::http::HttpResponse;
use laika_protocol::tools::ToolResult;
use laika_protocol::tools::typed::{ImageSave, SavedImage};
use laika_protocol::{ErrorCode, ToolError};
use serde_json::json;
use sha2::{Digest as _, Sha256};
use url::Url;

use super::header::{Format, dimensions};
use crate::net::client::{Client, Got, Kind, Question, host_of, page_of};
use crate::net::settings::has_way;
use crate::project::{NewFile, Project, ProjectPath, Use};
use crate::refusal::{answer, invalid, refusal};
use crate::toolbox::{BuiltIn, Setting, Takes, Task, has_project};

/// Bytes of a picture.
const LARGEST: usize = 10 << 20;

pub(in crate::net) const SAVE: BuiltIn = BuiltIn {
    settings: &[Setting {
        name: "require_confirmation",
        takes: Takes::True,
        about: "saving a file is always asked about",
        argument: None,
    }],
    needs: &[has_project, has_way],
    // What cannot be saved is not fetched, and nobody is asked about it.
    change: Some(|task| ready(task.project()?, &task.read()?).map(|_| None)),
    ..BuiltIn::new("image.save", |task, _| save(task))
};

/// The file and its note, neither of which is there.
fn ready(project: &Project, asked: &ImageSave) -> Result<(NewFile, NewFile), ToolError> {
    let path = ProjectPath::parse(&asked.path, Use::Write)?;
    let note = ProjectPath::parse(&format!("{}.json", path.as_str()), Use::Write)?;
    if Format::of_name(path.as_str()).is_none() {
        let message = "name the file as a picture: it ends with .png, .jpg, .gif or .webp";
        return Err(invalid("E_IMAGE_NAME", message));
    }
    Ok((NewFile::at(project, path)?, NewFile::at(project, note)?))
}

fn save(task: &Task<'_>) -> Result<ToolResult, ToolError> {
    let asked: ImageSave = task.read()?;
    let (file, note) = ready(task.project()?, &asked)?;
    let path = file.path();
    let question = Question {
        url: page_of(&asked.url)?,
        kind: Kind::Page,
        accept: "image/png,image/jpeg,image/gif,image/webp",
        header_key: None,
        query_key: None,
        most_bytes: LARGEST,
        usual: Duration::ZERO,
    };
    let (url, got) = match Client::of(task)?.get(&question)? {
        Got::Answer { url, answer, .. } => (url, answer),
        Got::Elsewhere(to) => return elsewhere(&question.url, &to),
    };
    let format = checked(&url, &got, path)?;
    let saved = SavedImage {
        saved: true,
        redirect: None,
        path: Some(path.as_str().to_owned()),
        note: Some(note.path().as_str().to_owned()),
        content_type: Some(format.content_type().to_owned()),
        bytes: Some(got.body.len() as u64),
        width: dimensions(&got.body).map(|(width, _)| width),
        height: dimensions(&got.body).map(|(_, height)| height),
        sha256: Some(hex(&Sha256::digest(&got.body))),
    };
    let about = note_of(&asked, &url, &saved, (task.kit.clock)())?;
    task.bounds.check()?;
    // The note first: a picture without one could not be told from others.
    note.write(&about)?;
    file.write(&got.body).inspect_err(|_| note.remove())?;
    let summary = format!("saved `{}` ({} bytes) from {}", path.as_str(), got.body.len(), host_of(&url));
    let text = String::from_utf8_lossy(&about).into_owned();
    Ok(answer(&saved, summary, text)?.with("source", url.as_str()))
}

fn elsewhere(from: &Url, to: &Url) -> Result<ToolResult, ToolError> {
    let summary = format!("{} leads to {to}; save that, if it is wanted", host_of(from));
    let saved = SavedImage { redirect: Some(to.to_string()), ..SavedImage::default() };
    let result = answer(&saved, &summary, &summary)?;
    Ok(ToolResult { success: false, ..result.with("redirect", to.as_str()) })
}

/// The server says that it is a picture, its bytes are one, and its name will say so, too.
fn checked(url: &Url, got: &HttpResponse, path: &ProjectPath) -> Result<Format, ToolError> {
    let host = host_of(url);
    let said = got.header("content-type").unwrap_or_default().trim().to_ascii_lowercase();
    let format = Format::of(&got.body).filter(|_| said.starts_with("image/"));
    let format = format.ok_or_else(|| {
        let message =
            format!("what {host} gives is no picture of a kind that is saved (PNG, JPEG, GIF, WebP)");
        refusal(ErrorCode::Unsupported, "E_NOT_AN_IMAGE", &message)
    })?;
    if Format::of_name(path.as_str()) != Some(format) {
        let message =
            format!("the picture is {}; name the file with .{}", format.content_type(), format.endings()[0]);
        return Err(invalid("E_IMAGE_NAME", &message));
    }
    Ok(format)
}

fn note_of(asked: &ImageSave, url: &Url, saved: &SavedImage, now: SystemTime) -> Result<Vec<u8>, ToolError> {
    let fetched = Timestamp::try_from(now).map(|moment| moment.to_string()).ok();
    let note = json!({
        "source": url.as_str(),
        "page": asked.source,
        "title": asked.title,
        "license": asked.license,
        "tags": asked.tags,
        "fetchedAt": fetched,
        "contentType": saved.content_type,
        "bytes": saved.bytes,
        "width": saved.width,
        "height": saved.height,
        "sha256": saved.sha256,
    });
    let mut text = serde_json::to_vec_pretty(&note)
        .map_err(|error| ToolError::new(ErrorCode::Internal, format!("the note has no JSON: {error}")))?;
    text.push(b'\n');
    Ok(text)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
