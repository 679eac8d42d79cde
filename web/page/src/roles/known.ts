/** The roles of WAI-ARIA 1.3 that an author may write; abstract ones are not among them. */
const WRITTEN =
  "alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox " +
  "comment complementary contentinfo definition deletion dialog directory document emphasis feed figure form generic " +
  "grid gridcell group heading image img insertion link list listbox listitem log main mark marquee math menu menubar " +
  "menuitem menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation progressbar radio " +
  "radiogroup region row rowgroup rowheader scrollbar search searchbox sectionfooter sectionheader separator slider " +
  "spinbutton status strong subscript suggestion superscript switch tab table tablist tabpanel term textbox time timer " +
  "toolbar tooltip tree treegrid treeitem " +
  "graphics-document graphics-object graphics-symbol " +
  "doc-abstract doc-acknowledgments doc-afterword doc-appendix doc-backlink doc-biblioentry doc-bibliography " +
  "doc-biblioref doc-chapter doc-colophon doc-conclusion doc-cover doc-credit doc-credits doc-dedication doc-endnote " +
  "doc-endnotes doc-epigraph doc-epilogue doc-errata doc-example doc-footnote doc-foreword doc-glossary doc-glossref " +
  "doc-index doc-introduction doc-noteref doc-notice doc-pagebreak doc-pagefooter doc-pageheader doc-pagelist doc-part " +
  "doc-preface doc-prologue doc-pullquote doc-qna doc-subtitle doc-tip doc-toc";

export const KNOWN_ROLES: ReadonlySet<string> = new Set(WRITTEN.split(" "));

/** Two words for the same role; the second is the one exposed. */
export const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ["img", "image"],
  ["presentation", "none"],
  ["directory", "list"],
]);

/** Properties of any element that say it means something, so that it cannot be taken out by `role=none`. */
export const GLOBAL_PROPERTIES: readonly string[] = [
  "aria-atomic",
  "aria-braillelabel",
  "aria-brailleroledescription",
  "aria-busy",
  "aria-controls",
  "aria-current",
  "aria-describedby",
  "aria-description",
  "aria-details",
  "aria-dropeffect",
  "aria-flowto",
  "aria-grabbed",
  "aria-keyshortcuts",
  "aria-label",
  "aria-labelledby",
  "aria-live",
  "aria-owns",
  "aria-relevant",
  "aria-roledescription",
];

/** Roles that take their name from what is in them. */
export const NAMED_BY_CONTENT: ReadonlySet<string> = new Set([
  "button",
  "cell",
  "checkbox",
  "columnheader",
  "comment",
  "doc-backlink",
  "doc-biblioref",
  "doc-glossref",
  "doc-noteref",
  "gridcell",
  "heading",
  "link",
  "menuitem",
  "menuitemcheckbox",
  "menuitemradio",
  "option",
  "radio",
  "row",
  "rowheader",
  "switch",
  "tab",
  "tooltip",
  "treeitem",
]);
