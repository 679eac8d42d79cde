//! A file that a person opens through Laika (BROW-075): served on loopback, to this run only, with what lies beside it.

use std::io;
use std::net::SocketAddr;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use url::Url;

/// Bytes of a request's head.
const MOST_HEAD: u64 = 16 * 1024;
/// Bytes of a file that is served.
const MOST_FILE: u64 = 64 * 1024 * 1024;

/// A file on loopback. It is there as long as this is.
pub struct LocalFile {
    url: Url,
    serving: JoinHandle<()>,
}

impl LocalFile {
    /// Serves the file and its folder.
    ///
    /// # Errors
    /// When the file cannot be read, or there is no port.
    pub async fn open(file: &Path) -> io::Result<Self> {
        let file = tokio::fs::canonicalize(file).await?;
        let folder: Arc<Path> = file.parent().ok_or(io::ErrorKind::NotFound)?.into();
        let name = file.file_name().and_then(|name| name.to_str()).ok_or(io::ErrorKind::InvalidInput)?;
        let listener = TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await?;
        let mut url = Url::parse(&format!("http://{}/", listener.local_addr()?)).map_err(io::Error::other)?;
        if let Ok(mut path) = url.path_segments_mut() {
            path.pop_if_empty().push(name);
        }
        let serving = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let folder = Arc::clone(&folder);
                tokio::spawn(async move {
                    // A reader that goes away in the middle is no error.
                    _ = serve(stream, &folder).await;
                });
            }
        });
        Ok(Self { url, serving })
    }

    /// Where it is.
    #[must_use]
    pub const fn url(&self) -> &Url {
        &self.url
    }
}

impl Drop for LocalFile {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn serve(mut stream: TcpStream, folder: &Path) -> io::Result<()> {
    let (reader, mut writer) = stream.split();
    let mut reader = BufReader::new(reader.take(MOST_HEAD));
    let mut line = String::new();
    reader.read_line(&mut line).await?;
    let mut header = String::new();
    while reader.read_line(&mut header).await? > 2 {
        header.clear();
    }
    let mut words = line.split_ascii_whitespace();
    let found = match (words.next(), words.next()) {
        (Some("GET"), Some(target)) => read(folder, target).await,
        _ => None,
    };
    let (status, kind, body) = match &found {
        Some((kind, body)) => ("200 OK", *kind, body.as_slice()),
        None => ("404 Not Found", "text/plain", [].as_slice()),
    };
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    );
    writer.write_all(head.as_bytes()).await?;
    writer.write_all(body).await?;
    writer.shutdown().await
}

async fn read(folder: &Path, target: &str) -> Option<(&'static str, Vec<u8>)> {
    let file = within(folder, target)?;
    // A link may lead out of the folder.
    let file = tokio::fs::canonicalize(file).await.ok()?;
    let meta = tokio::fs::metadata(&file).await.ok()?;
    if !file.starts_with(folder) || !meta.is_file() || meta.len() > MOST_FILE {
        return None;
    }
    Some((kind_of(&file), tokio::fs::read(&file).await.ok()?))
}

/// The file of a request, if it names one inside the folder.
fn within(folder: &Path, target: &str) -> Option<PathBuf> {
    let path = target.split(['?', '#']).next()?;
    let url = Url::parse("http://local.invalid/").ok()?.join(path).ok()?;
    let mut file = folder.to_owned();
    for segment in url.path_segments()? {
        let name = percent_decoded(segment)?;
        let mut parts = Path::new(&name).components();
        let plain = matches!((parts.next(), parts.next()), (Some(Component::Normal(_)), None));
        if !plain || name.contains(['/', '\\', '\0']) {
            return None;
        }
        file.push(name);
    }
    Some(file)
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(if byte == b'%' {
            let digits = [rest.next()?, rest.next()?];
            u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?
        } else {
            byte
        });
    }
    String::from_utf8(bytes).ok()
}

fn kind_of(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()).unwrap_or_default() {
        "htm" | "html" => "text/html",
        "xhtml" => "application/xhtml+xml",
        "css" => "text/css",
        "js" | "mjs" => "text/javascript",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "woff2" => "font/woff2",
        "txt" | "md" => "text/plain",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_lies_in_the_folder_is_served() {
        let folder = Path::new("/pages");
        for (target, file) in [
            ("/a.html", Some("/pages/a.html")),
            ("/a%20b.html?x=1", Some("/pages/a b.html")),
            ("/sub/c.css", Some("/pages/sub/c.css")),
            ("/../secret", Some("/pages/secret")),
            ("/%2e%2e/secret", Some("/pages/secret")),
            ("/..%2fsecret", None),
            ("/%2fetc", None),
            ("/", None),
            ("http://other/", None),
        ] {
            assert_eq!(within(folder, target).as_deref(), file.map(Path::new), "{target}");
        }
    }
}
