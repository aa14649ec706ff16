/** Title, name and suffix: `Dr. Ottoline Fernbrook, MD`. */
export const careProviderName = (
  {
    careProviderTitleValue,
    suffix,
  }: { readonly careProviderTitleValue: string | null; readonly suffix: string | null },
  name: string,
): string => [[careProviderTitleValue, name].filter(Boolean).join(' '), suffix].filter(Boolean).join(', ');
