/** How forms say "choose all that apply", in the portal's languages; a form may be in another language than the reader's. */
const sayings = [
  /\b(?:choose|check|select|mark|tick|pick)\s+(?:all|any|each|one or more|as many)\b/,
  /\b(?:all|any)\s+that\s+appl(?:y|ies)\b/,
  /\btod[ao]s?\s+(?:l[ao]s|el|lo|os|as)?\s*(?:opciones\s+|opções\s+|respuestas\s+|respostas\s+)?que\b/,
  /\bune ou plusieurs\b|\btou(?:t ce|tes les réponses|s ceux|tes celles) qui\b/,
  /可多选|多选|所有适用|所有符合|全部适用/,
];

/** True where a question's own words already say that several answers may be ticked. */
export const asksForSeveral = (formattedText: string): boolean => {
  const words = formattedText.replace(/<[^>]*>/g, ' ').toLowerCase();
  return sayings.some((saying) => saying.test(words));
};
