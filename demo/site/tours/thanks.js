// Shows on the thank-you page what the form sent, as plain text. Nothing is stored and nothing is sent on.
"use strict";

const LABELS = {
  name: "Name",
  email: "Email",
  slot: "Time",
  people: "People",
  meeting_point: "Meeting point",
  access: "Way without steps",
  partners: "Partner companies may write",
  notes: "Notes",
};

const received = document.getElementById("received");
const list = received.querySelector("dl");
const sent = new URLSearchParams(location.search);
for (const [field, label] of Object.entries(LABELS)) {
  const value = sent.get(field);
  if (!value) continue;
  const term = document.createElement("dt");
  term.textContent = label;
  const description = document.createElement("dd");
  description.textContent = value;
  list.append(term, description);
  received.hidden = false;
}
