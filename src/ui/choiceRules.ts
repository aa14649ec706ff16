/** The answer after a press: the one option of a radio group, or the boxes in the order of the options. */
export function nextChoice(
  kind: 'radio' | 'checkbox',
  options: readonly { readonly value: string }[],
  value: readonly string[],
  changed: string,
): string[] {
  if (kind === 'radio') return [changed];
  const chosen = new Set(value);
  if (!chosen.delete(changed)) chosen.add(changed);
  return options.map((option) => option.value).filter((option) => chosen.has(option));
}
