let name = 'vestibule';

/** Says what this process is for, before it opens a connection. PostgreSQL shows that for each of them (`application_name`). */
export function nameProcess(what: string): void {
  name = `vestibule ${what}`;
}

export const processName = (): string => name;
