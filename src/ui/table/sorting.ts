/** How a table is sorted: by which data field, in which direction (specification 3, section 9). */
export interface Sort {
  readonly field: string;
  readonly direction: 'ASC' | 'DESC';
}

/** The sort after a press on a header: a field starts at DESC and toggles. */
export const nextSort = (current: Sort | null, field: string): Sort => ({
  field,
  direction: current?.field === field && current.direction === 'DESC' ? 'ASC' : 'DESC',
});

export const ariaSortOf = (sort: Sort | null, field: string): 'ascending' | 'descending' | 'none' =>
  sort?.field !== field ? 'none' : sort.direction === 'ASC' ? 'ascending' : 'descending';
