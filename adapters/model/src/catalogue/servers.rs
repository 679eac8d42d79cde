//! The servers that the person connected, what may leave for them, and which model is used.

use laika_policy::cloud::CloudRules;

use super::LibraryError;
use super::connection::Connection;
use super::library::{Entry, Library};
use super::state::{self, State};

/// A model behind a server, and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Server {
    /// The model and its server.
    pub connection: Connection,
    /// Whether anything may be sent there.
    pub reach: Reach,
    /// Whether it is the one that is used.
    pub default: bool,
}

/// Whether anything may be sent to a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// It is on this machine: nothing leaves.
    Here,
    /// It is on another machine, and switched off.
    Off,
    /// It is on another machine, and switched on. What may leave is decided for every request.
    On,
}

impl Reach {
    /// Its words.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Here => "local server",
            Self::Off => "cloud, off",
            Self::On => "cloud, on",
        }
    }
}

/// The model that is used.
#[derive(Clone, Debug, PartialEq)]
pub enum Picked {
    /// Weights on this machine.
    Weights(Box<Entry>),
    /// A server.
    Server(Server),
}

impl Picked {
    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Weights(entry) => &entry.model.name,
            Self::Server(server) => &server.connection.name,
        }
    }
}

impl Library {
    /// Every model behind a server.
    pub fn servers(&self) -> Result<Vec<Server>, LibraryError> {
        let state = state::read(self.folder())?;
        Ok(state.connected.iter().map(|connection| server(connection, &state)).collect())
    }

    /// The model behind a server of this name, if there is one.
    pub fn server(&self, name: &str) -> Result<Option<Server>, LibraryError> {
        Ok(self.servers()?.into_iter().find(|server| server.connection.name == name))
    }

    /// The model of this name, or the one to use.
    pub fn pick(&self, name: Option<&str>) -> Result<Picked, LibraryError> {
        let server = self.servers()?.into_iter().find(|server| match name {
            Some(name) => server.connection.name == name,
            None => server.default,
        });
        match (server, name) {
            (Some(server), _) => Ok(Picked::Server(server)),
            (None, Some(name)) => self.find(name)?.usable().map(weights),
            (None, None) => self.default_model().map(weights),
        }
    }

    /// Keeps a connection, in place of the one of the same name.
    pub fn connect(&self, connection: Connection) -> Result<Server, LibraryError> {
        if let Some(why) = connection.defect() {
            return Err(why.into());
        }
        let name = connection.name.clone();
        let taken = |entry: &Entry| entry.model.name == name;
        if self.entries()?.iter().any(taken) {
            return Err(LibraryError::Taken(name));
        }
        self.make_folder()?;
        state::change(self.folder(), |state| {
            let before = state.connected.iter().find(|one| one.name == name).cloned();
            state.connected.retain(|one| one.name != name);
            // What was switched on was switched on for the place that it was.
            if before.is_some_and(|before| !shares_place(&before, &connection)) {
                forget_destination(state, &name);
            }
            state.connected.push(connection);
        })?;
        self.server(&name)?.ok_or(LibraryError::Unknown(name))
    }

    /// Forgets a connection. The key is the caller's to remove.
    pub fn disconnect(&self, name: &str) -> Result<Connection, LibraryError> {
        let server = self.server(name)?.ok_or_else(|| LibraryError::Unknown(name.to_owned()))?;
        state::change(self.folder(), |state| {
            state.connected.retain(|one| one.name != name);
            state.chosen.take_if(|chosen| chosen == name);
            if server.reach == Reach::On {
                forget_destination(state, name);
            }
        })?;
        Ok(server.connection)
    }

    /// What may leave for a model on another machine.
    pub fn cloud_rules(&self) -> Result<CloudRules, LibraryError> {
        Ok(state::read(self.folder())?.cloud)
    }

    /// Changes what may leave for a model on another machine.
    pub fn change_cloud_rules(&self, how: impl FnOnce(&mut CloudRules)) -> Result<CloudRules, LibraryError> {
        self.make_folder()?;
        state::change(self.folder(), |state| how(&mut state.cloud))?;
        self.cloud_rules()
    }

    /// Switches a model on another machine on or off. One at a time can be on.
    pub fn switch_cloud(&self, name: &str, on: bool) -> Result<Server, LibraryError> {
        let unknown = || LibraryError::Unknown(name.to_owned());
        let server = self.server(name)?.ok_or_else(unknown)?;
        if server.reach == Reach::Here {
            return Err(LibraryError::NotCloud(name.to_owned()));
        }
        let origin = server.connection.base()?.origin().clone();
        self.change_cloud_rules(|rules| match (on, rules.destination.as_ref() == Some(&origin)) {
            (true, _) => (rules.enabled, rules.destination) = (true, Some(origin)),
            (false, true) => (rules.enabled, rules.destination) = (false, None),
            (false, false) => {}
        })?;
        self.server(name)?.ok_or_else(unknown)
    }
}

fn weights(entry: Entry) -> Picked {
    Picked::Weights(Box::new(entry))
}

fn server(connection: &Connection, state: &State) -> Server {
    let reach = match connection.base() {
        Ok(base) if base.is_local() => Reach::Here,
        Ok(base) if state.cloud.enabled && state.cloud.destination.as_ref() == Some(base.origin()) => {
            Reach::On
        }
        Ok(_) | Err(_) => Reach::Off,
    };
    let default = state.chosen.as_deref() == Some(&connection.name);
    Server { connection: connection.clone(), reach, default }
}

fn shares_place(one: &Connection, other: &Connection) -> bool {
    matches!((one.base(), other.base()), (Ok(one), Ok(other)) if one.origin() == other.origin())
}

/// Switches off, unless another connection leads to the same place.
fn forget_destination(state: &mut State, name: &str) {
    let leads_there = |one: &Connection| {
        one.name != name
            && one.base().is_ok_and(|base| state.cloud.destination.as_ref() == Some(base.origin()))
    };
    if !state.connected.iter().any(leads_there) {
        (state.cloud.enabled, state.cloud.destination) = (false, None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::ServerKind;

    fn connection(name: &str, at: &str) -> Connection {
        Connection {
            name: name.into(),
            kind: ServerKind::Openai,
            at: at.into(),
            model: "small".into(),
            context: 8192,
            price: None,
            sampling: true,
            has_key: at.starts_with("https"),
        }
    }

    #[test]
    fn a_connection_is_kept_used_and_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::at(folder.path().join("models")).unwrap();
        let here = library.connect(connection("here", "http://127.0.0.1:8080/v1")).unwrap();
        assert_eq!((here.reach, here.default), (Reach::Here, false));
        assert!(library.pick(None).is_err(), "connecting is not choosing");
        library.choose("here").unwrap();
        assert_eq!(library.pick(None).unwrap().name(), "here");
        assert!(library.entries().unwrap().iter().all(|entry| !entry.default));
        assert_eq!(library.pick(Some("nobody")).unwrap_err().code(), "E_MODEL_UNKNOWN");
        assert_eq!(
            library.connect(connection("qwen3-4b", "http://127.0.0.1:1/v1")).unwrap_err().code(),
            "E_MODEL_TAKEN"
        );
        assert_eq!(
            library.connect(connection("x", "http://api.example/v1")).unwrap_err().code(),
            "E_REMOTE_SETTINGS"
        );
        library.disconnect("here").unwrap();
        assert_eq!(library.disconnect("here").unwrap_err().code(), "E_MODEL_UNKNOWN");
        assert!(library.servers().unwrap().is_empty() && library.pick(None).is_err());
    }

    #[test]
    fn nothing_is_on_unless_it_was_switched_on_for_exactly_that_place() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::at(folder.path()).unwrap();
        let reach = |name: &str| library.server(name).unwrap().unwrap().reach;
        library.connect(connection("here", "http://localhost:8080/v1")).unwrap();
        library.connect(connection("a", "https://a.example/v1")).unwrap();
        library.connect(connection("b", "https://b.example/v1")).unwrap();
        assert_eq!([reach("here"), reach("a"), reach("b")], [Reach::Here, Reach::Off, Reach::Off]);
        assert_eq!(library.switch_cloud("here", true).unwrap_err().code(), "E_MODEL_NOT_CLOUD");
        library.switch_cloud("a", true).unwrap();
        assert_eq!([reach("a"), reach("b")], [Reach::On, Reach::Off]);
        library.switch_cloud("b", false).unwrap();
        assert_eq!(reach("a"), Reach::On, "switching another off changes nothing");
        library.switch_cloud("b", true).unwrap();
        assert_eq!([reach("a"), reach("b")], [Reach::Off, Reach::On], "one at a time");
        library.connect(connection("b", "https://elsewhere.example/v1")).unwrap();
        assert_eq!(reach("b"), Reach::Off, "another place is to be switched on again");
        assert!(!library.cloud_rules().unwrap().enabled);
        library.switch_cloud("a", true).unwrap();
        library.disconnect("a").unwrap();
        library.connect(connection("a", "https://a.example/v1")).unwrap();
        assert_eq!(reach("a"), Reach::Off, "what was removed is not on when it comes back");
    }
}
