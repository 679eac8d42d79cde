//! What a passage can be a sign of.

/// A sign that a text instructs the agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sign {
    /// Earlier instructions are declared void.
    Override,
    /// A chat template or the name of a role.
    RoleMarker,
    /// The text claims to come from somebody who may command the agent.
    Authority,
    /// The text speaks to an AI.
    AgentAddress,
    /// The text looks like a call of a tool.
    ToolCall,
    /// Something private is to be sent or shown.
    Exfiltration,
    /// A person cannot see the text.
    HiddenText,
    /// Characters that have no shape carry or disguise text.
    InvisibleCharacters,
    /// Text that has to be decoded to be read.
    EncodedPayload,
    /// A command that an agent could carry out.
    Directive,
    /// The reader is given another character.
    Persona,
    /// The text claims to know what the user wants or has agreed to.
    UserClaim,
}

impl Sign {
    /// Every sign.
    pub const ALL: [Self; 12] = [
        Self::Override,
        Self::RoleMarker,
        Self::Authority,
        Self::AgentAddress,
        Self::ToolCall,
        Self::Exfiltration,
        Self::HiddenText,
        Self::InvisibleCharacters,
        Self::EncodedPayload,
        Self::Directive,
        Self::Persona,
        Self::UserClaim,
    ];

    /// Its name in records.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Override => "override",
            Self::RoleMarker => "role_marker",
            Self::Authority => "authority",
            Self::AgentAddress => "agent_address",
            Self::ToolCall => "tool_call",
            Self::Exfiltration => "exfiltration",
            Self::HiddenText => "hidden_text",
            Self::InvisibleCharacters => "invisible_characters",
            Self::EncodedPayload => "encoded_payload",
            Self::Directive => "directive",
            Self::Persona => "persona",
            Self::UserClaim => "user_claim",
        }
    }

    /// What it means, for the person who is asked.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Override => "It tells the agent to drop its instructions.",
            Self::RoleMarker => "It imitates a message from the system or the user.",
            Self::Authority => "It claims to speak for somebody who may command the agent.",
            Self::AgentAddress => "It speaks to an AI, not to a person.",
            Self::ToolCall => "It imitates a call of a tool.",
            Self::Exfiltration => "It asks for private information to be sent or shown.",
            Self::HiddenText => "It is hidden from people.",
            Self::InvisibleCharacters => "It uses characters that cannot be seen.",
            Self::EncodedPayload => "It hides text behind an encoding or a disguise.",
            Self::Directive => "It gives a command that the agent could carry out.",
            Self::Persona => "It tries to give the agent another character.",
            Self::UserClaim => "It claims to know what you want or have agreed to.",
        }
    }
}
